// Opens pages of a site in Chromium and says what is wrong with them, a line each: `! page: what`.
//
//   node check.mjs FOLDER [--shots FOLDER] [--only WORDS]
//
// Every page is looked at without scripts, 360 pixels wide. axe-core, which needs scripts, looks in
// the light and in the dark at the first and the last of those whose names differ by numbers alone.
// The last line is `@ pages links`.
import { chromium } from 'playwright-core'
import axe from 'axe-core'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [folder, ...more] = process.argv.slice(2)
const option = name => (more.includes(name) ? more[more.indexOf(name) + 1] : undefined)
const shots = option('--shots')
const only = new RegExp(option('--only') ?? '')
const root = fs.realpathSync(folder)

const files = fs.readdirSync(root, { recursive: true }).map(String).sort()
const pages = files.filter(it => it.endsWith('.html') && only.test(it))
const drawings = files.filter(it => it.endsWith('.svg') && only.test(it))
let links = 0
const said = new Set()
const wrong = (page, what) => {
  const line = `! ${page}: ${what}`
  if (!said.has(line)) console.log(line)
  said.add(line)
}

// The names of the places in a page, by its file.
const places = new Map()
const has = (file, place) => {
  if (!places.has(file)) {
    const text = fs.readFileSync(file, 'utf8')
    places.set(file, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(it => it[1])))
  }
  return places.get(file).has(place)
}

// Whether a link of a page leads to something; links to other servers are none of ours.
function follow(page, href) {
  links += 1
  let url
  try {
    url = new URL(href, pathToFileURL(path.join(root, page)))
  } catch {
    return wrong(page, `a link that is none: ${href}`)
  }
  if (url.protocol !== 'file:') return
  if (/^(\/|file:)/.test(href)) return wrong(page, `a link that is not relative: ${href}`)
  const file = fileURLToPath(url.href.split('#')[0])
  if (!file.startsWith(root + path.sep)) return wrong(page, `a link out of the site: ${href}`)
  if (!fs.existsSync(file) || !fs.statSync(file).isFile()) {
    return wrong(page, `a link to nothing: ${href}`)
  }
  const place = decodeURIComponent(url.hash.slice(1))
  // A part of a picture, which needs no name.
  if (place.startsWith('svgView(')) return
  if (place && !has(file, place)) wrong(page, `a link to no place: ${href}`)
}

// What a page is made of, as the browser sees it.
const look = () => {
  const of = (name, key) =>
    [...document.querySelectorAll(`[${name}]`)].map(it => it.getAttribute(key ?? name))
  const wide = document.documentElement.clientWidth
  const out = [...document.body.querySelectorAll('*')].filter(it => {
    const box = it.getBoundingClientRect()
    return box.right > wide + 1 && !it.closest('[tabindex="0"],svg')
  })
  // Text by its own element; what is drawn is not text.
  const small = [...document.body.querySelectorAll('*')].filter(it => {
    const own = [...it.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    return own && !it.closest('svg,style,script') && parseFloat(getComputedStyle(it).fontSize) < 12
  })
  const images = [...document.images].filter(it => it.complete && !it.naturalWidth)
  return {
    title: document.title,
    lang: document.documentElement.lang,
    words: document.body.innerText.trim().length,
    links: [...of('href'), ...of('src'), ...of('xlink\\:href', 'xlink:href')],
    scrolls: document.documentElement.scrollWidth > wide,
    out: out.slice(0, 3).map(it => it.outerHTML.slice(0, 80)),
    small: small.slice(0, 3).map(it => it.outerHTML.slice(0, 80)),
    broken: images.map(it => it.getAttribute('src'))
  }
}

async function opened(context, page, complain) {
  const tab = await context.newPage()
  tab.on('console', it => it.type() === 'error' && complain(`the console says: ${it.text()}`))
  tab.on('pageerror', it => complain(`an error: ${it.message}`))
  tab.on('requestfailed', it => complain(`not loaded: ${it.url().split('/').pop()}`))
  tab.on('request', it => /^(file|data):/.test(it.url()) || complain(`fetches ${it.url()}`))
  await tab.goto(pathToFileURL(path.join(root, page)).href)
  return tab
}

async function plain(context, page) {
  const tab = await opened(context, page, it => wrong(page, it))
  const seen = await tab.evaluate(look)
  if (!seen.title) wrong(page, 'no title')
  if (!seen.lang) wrong(page, 'no language')
  if (seen.words < 20) wrong(page, 'next to no words')
  if (seen.scrolls) wrong(page, `scrolls sideways at 360: ${seen.out.join(' | ')}`)
  if (seen.small.length) wrong(page, `smaller than 12 pixels: ${seen.small.join(' | ')}`)
  seen.broken.forEach(it => wrong(page, `a picture that does not load: ${it}`))
  seen.links.forEach(it => follow(page, it))
  await tab.close()
}

// In the dark only colours are others.
async function accessible(context, page) {
  const tab = await opened(context, page, it => wrong(page, it))
  await tab.evaluate(axe.source)
  for (const [colorScheme, rules] of [['light', {}], ['dark', { runOnly: ['color-contrast'] }]]) {
    await tab.emulateMedia({ colorScheme })
    const options = { resultTypes: ['violations'], ...rules }
    const found = await tab.evaluate(it => globalThis.axe.run(document, it), options)
    for (const it of found.violations) {
      if (!['serious', 'critical'].includes(it.impact)) continue
      const node = it.nodes[0]
      wrong(page, `axe, ${it.impact}: ${it.id}: ${it.help}: ${node.html.slice(0, 120)}`)
    }
  }
  await tab.close()
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files']
})

// Works off pages in a few tabs at a time.
async function each(pages, context, work) {
  const left = [...pages]
  const tabs = Array.from({ length: 3 }, async () => {
    for (let page = left.shift(); page; page = left.shift()) await work(context, page)
  })
  await Promise.all(tabs)
  await context.close()
}

const narrow = { width: 360, height: 740 }
await each(pages, await browser.newContext({ javaScriptEnabled: false, viewport: narrow }), plain)

// Turns of a campaign are made alike, so two of them stand for all.
const kinds = new Map()
for (const page of pages) {
  const kind = page.replace(/\d+/g, 'N')
  kinds.set(kind, [kinds.get(kind)?.[0] ?? page, page])
}
const some = [...new Set([...kinds.values()].flat())]
await each(some, await browser.newContext({ viewport: narrow }), accessible)

// A drawing by itself is well-formed, and stands still for whoever wants no motion.
const still = await browser.newContext({ javaScriptEnabled: false, reducedMotion: 'reduce' })
await each(drawings, still, async (context, page) => {
  const tab = await opened(context, page, it => wrong(page, it))
  const seen = await tab.evaluate(() => ({
    svg: document.documentElement.localName === 'svg' && !document.querySelector('parsererror'),
    moves: document.getAnimations().length
  }))
  if (!seen.svg) wrong(page, 'no drawing that can be read')
  if (seen.moves) wrong(page, 'moves though less motion is wanted')
  await tab.close()
})

if (shots) {
  fs.mkdirSync(shots, { recursive: true })
  for (const [name, width, colorScheme] of [['narrow', 360, 'light'], ['wide', 1000, 'light'], ['dark', 1000, 'dark']]) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
      colorScheme
    })
    await each(pages, context, async (context, page) => {
      const tab = await opened(context, page, () => {})
      const file = `${page.replaceAll('/', '-').replace('.html', '')}-${name}.png`
      const height = await tab.evaluate(() => document.documentElement.scrollHeight)
      const clip = { x: 0, y: 0, width, height: Math.min(height, 2400) }
      await tab.screenshot({ path: path.join(shots, file), fullPage: true, clip })
      await tab.close()
    })
  }
}
await browser.close()
console.log(`@ ${pages.length} ${links}`)
