# The program on Debian 12, without SimGrid and CUDA: docker build -t warpshop .
#   docker run --rm -v "$PWD:/work" -u "$(id -u)" warpshop compare jobs.yaml --device titanx
FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
      g++ cmake ninja-build pkg-config libyaml-cpp-dev libcli11-dev nlohmann-json3-dev libfmt-dev zlib1g-dev libsqlite3-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY CMakeLists.txt CHANGELOG.md LICENSE ./
COPY cmake cmake
COPY packaging packaging
COPY docs/policies docs/policies
COPY devices devices
COPY workloads workloads
COPY sim sim
COPY kernels kernels
COPY calibrate calibrate
COPY dispatch dispatch
COPY cli cli
RUN cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DWARPSHOP_REPLAY=OFF -DWARPSHOP_STATIC=ON -DWARPSHOP_CUDA=OFF \
      -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40 \
    && cmake --build build --target warpshop manual \
    && cmake --install build --prefix /installed --component program --strip

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libstdc++6 && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed /usr/local
COPY LICENSE /usr/local/share/doc/warpshop/LICENSE
COPY workloads /usr/local/share/doc/warpshop/examples
WORKDIR /work
USER nobody
ENTRYPOINT ["warpshop"]
CMD ["--help"]
