// Opens every report of a folder in Chromium: no error, no request, no scrolling sideways, whole without JavaScript.
// usage: node browser.mjs PLAYWRIGHT FOLDER [pictures]; environment: CHROMIUM, the browser
// pictures: keeps what they look like in FOLDER, for people
import {readdirSync} from "node:fs";
import {createRequire} from "node:module";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const [playwright, folder] = process.argv.slice(2, 4).map(each => resolve(each));
const pictures = process.argv[4] === "pictures";
const {chromium} = createRequire(import.meta.url)(playwright);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"],
});
const problems = [];
const reports = readdirSync(folder).filter(name => name.endsWith(".html")).sort();

// A tab with JavaScript and one without, in which reports are opened one after the other: each load is a new one.
let view;  // what is open
async function tab(script) {
  const context = await browser.newContext({javaScriptEnabled: script});
  const page = await context.newPage();
  page.setDefaultTimeout(0); // a busy machine is no mistake of a page; ctest ends what hangs
  page.on("console", message => ["error", "warning"].includes(message.type()) && view.told(message.text()));
  page.on("pageerror", error => view.told(error.message));
  page.on("dialog", dialog => { view.told("a dialog: " + dialog.message()); dialog.dismiss(); });
  page.on("request", request => request.url() !== view.file && view.told("asks for " + request.url()));
  return page;
}
const tabs = {true: await tab(true), false: await tab(false)};

async function open(name, {width, height = 900, script = true, scheme = "light"}, look) {
  const file = pathToFileURL(join(folder, name)).href;
  const told = text => problems.push(`${name}, ${width} pixels, ${scheme}${script ? "" : ", no script"}: ${text}`);
  view = {file, told};
  const page = tabs[script];
  await page.setViewportSize({width, height});
  await page.emulateMedia({colorScheme: scheme});
  await page.goto(file);
  await look(page, told);
}

async function picture(page, name, what, fullPage) {
  if (pictures) await page.screenshot({path: join(folder, name.replace(".html", `-${what}.png`)), fullPage});
}

for (const name of reports) {
  for (const [width, scheme] of [[1280, "light"], [1280, "dark"], [400, "light"]]) {
    await open(name, {width, scheme}, async (page, told) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) told(`is ${wide} pixels wide`);
      const small = await page.evaluate(() => [...document.querySelectorAll("h1, .answer")].filter(e => !e.innerText).length);
      if (small > 0) told("has no question or no answer");
      const without = await page.evaluate(() => [...document.querySelectorAll("svg.chart")].filter(
        svg => svg.getAttribute("role") !== "img" || !svg.querySelector(":scope > title")?.textContent).length);
      if (without > 0) told(`${without} charts without a title`);
      const levels = await page.evaluate(() => [...document.querySelectorAll("h1,h2,h3")].map(e => +e.tagName[1]));
      if (levels[0] !== 1 || levels.some((level, i) => i > 0 && level > levels[i - 1] + 1)) told("headings " + levels);
      const bare = await page.evaluate(() => [...document.querySelectorAll("table")].filter(
        t => !t.caption || [...t.querySelectorAll("th")].some(th => !th.scope)).length);
      if (bare > 0) told(`${bare} tables without a caption, or headings without scope`);
      await picture(page, name, `${width}-${scheme}`, true);
    });
  }
  await open(name, {width: 1280}, async (page, told) => {  // what the script is for
    const charts = await page.locator("svg.zoom").count();
    if (charts === 0) return;
    const box = page.locator(".scroll", {has: page.locator("svg.zoom")}).first();
    await box.focus();
    const before = await box.evaluate(e => e.scrollWidth);
    await page.keyboard.press("+");
    const after = await box.evaluate(e => e.scrollWidth);
    if (!(after > before * 1.5)) told(`zooming makes a chart of ${before} pixels ${after} wide`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > 1280) told(`zoomed, the page is ${wide} pixels wide`);
    await picture(page, name, "zoomed", false);
    await page.keyboard.press("0");
    if (await box.evaluate(e => e.scrollWidth) !== before) told("does not zoom back");
  });
  await open(name, {width: 1280, script: false}, async (page, told) => {
    const height = await page.locator("main").boundingBox();
    if (!height || height.height < 100) told("shows nothing");
  });
}
await browser.close();
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${reports.length} reports, each as it should be: ${folder}`);
