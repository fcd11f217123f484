#!/usr/bin/env python3
"""Writes iris.csv: Fisher's 150 flowers (1936), and what scikit-learn makes of them, which tests hold sim/learn against.

Row i (from 0) is in fold i mod 5 and predicted by what was learned from the other four; neighbours leave the row out
instead. Forests are means over 40 seeds of 100 trees of full depth each, one feature a split; bagged trees over 40
seeds of 100 trees, all features. Bagged trees, and the linear fit to all rows, predict the petal's width by the other
three. Made with scikit-learn 1.2.1 of Debian 12; nothing of it is needed to build or test.

usage: iris_by_scikit_learn.py > iris.csv
"""
import numpy as np
import sklearn
from sklearn.datasets import load_iris
from sklearn.ensemble import BaggingRegressor, RandomForestClassifier
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

SEEDS = 40
features, species = load_iris(return_X_y=True)
features = np.rint(10 * features)  # mm: whole, as scikit-learn rounds to 32 bits, and thresholds lie on values
others, width = features[:, :3], features[:, 3]
rows = np.arange(len(species))
forest, bagged, neighbours = np.zeros((len(rows), 3)), np.zeros(len(rows)), np.zeros(len(rows))
for fold in range(5):
    train, test = rows % 5 != fold, rows % 5 == fold
    for seed in range(SEEDS):
        trees = RandomForestClassifier(100, max_features=1, random_state=seed).fit(features[train], species[train])
        forest[test] += trees.predict_proba(features[test]) / SEEDS
        bags = BaggingRegressor(n_estimators=100, random_state=seed).fit(others[train], width[train])
        bagged[test] += bags.predict(others[test]) / SEEDS
for row in rows:
    train = rows != row
    neighbours[row] = KNeighborsClassifier(5).fit(features[train], species[train]).predict(features[row:row + 1])[0]
linear = LinearRegression().fit(others, width).predict(others)
importance = np.mean([RandomForestClassifier(100, max_features=1, random_state=seed).fit(features, species)
                      .feature_importances_ for seed in range(SEEDS)], axis=0)
print(f"# Made by iris_by_scikit_learn.py with scikit-learn {sklearn.__version__}; see there.")
print("# importance of the four features:", ",".join(f"{value:.4f}" for value in importance))
print("sepal_length,sepal_width,petal_length,petal_width,species,neighbours_5,forest_0,forest_1,forest_2,bagged_width,"
      "linear_width")
for row in rows:
    print(",".join(f"{value:.0f}" for value in features[row]) + f",{species[row]},{neighbours[row]:.0f}," +
          ",".join(f"{value:.4f}" for value in forest[row]) + f",{bagged[row]:.4f},{linear[row]:.8f}")
