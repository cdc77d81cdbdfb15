// Opens pages in frames, one after another, and writes into this document what is wrong with them.
// `pages`, `widths` and `dark` stand in the document that loads this. See `layout`.

const LEAST_TEXT = 12;
// On a telephone the story begins at most so far down.
const STORY = 1500;
// Letters may touch: boxes of lines are taller than what is drawn.
const TOUCH = 2;
// Here all lines fit; where there is less room, maps drawn with letters may scroll in their box.
const WIDE = 600;

const frame = (page, width, height) =>
  new Promise((done) => {
    const it = document.createElement("iframe");
    it.style.cssText = `display:block;border:0;width:${width}px;height:${height}px`;
    it.onload = () => done(it);
    it.src = page;
    document.body.append(it);
  });

// The element whose lines these are.
const block = (node) => {
  let it = node.parentElement;
  while (/^inline/.test(getComputedStyle(it).display)) it = it.parentElement;
  return it;
};

const scrolls = (it) => {
  while (it && getComputedStyle(it).overflowX === "visible") it = it.parentElement;
  return it && it.tagName !== "HTML" && it.tagName !== "BODY";
};

const short = (text) => JSON.stringify(text.trim().replace(/\s+/g, " ").slice(0, 40));

// All that is drawn: words and pictures, each with the block it is of. Not whole lines: blanks that
// hang over an edge are no harm.
const drawn = (body) => {
  const page = body.ownerDocument;
  const boxes = [];
  const add = (says, node, of, range) => {
    const drawn = [...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
    boxes.push(...drawn.map((box) => ({ box, says, node, of })));
    return drawn.length > 0;
  };
  const walker = page.createTreeWalker(body, NodeFilter.SHOW_ALL);
  let texts = 0;
  for (let it = walker.nextNode(); it; it = walker.nextNode()) {
    const range = page.createRange();
    range.selectNode(it);
    if (it.tagName === "IMG") add(`picture ${short(it.alt)}`, it, it, range);
    if (it.nodeType !== Node.TEXT_NODE || !range.getClientRects().length) continue;
    const of = block(it);
    let shown = false;
    for (const word of it.data.matchAll(/\S+/g)) {
      range.setStart(it, word.index);
      range.setEnd(it, word.index + word[0].length);
      shown = add(`${short(word[0])} of ${short(it.data)}`, it, of, range) || shown;
    }
    texts += shown;
  }
  return { boxes, texts };
};

const overlaps = ({ boxes }, wrong) => {
  boxes.sort((one, other) => one.box.top - other.box.top);
  boxes.forEach((one, at) => {
    for (const other of boxes.slice(at + 1)) {
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (other.box.top >= one.box.bottom) break;
      const across =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      if (one.of !== other.of && down > TOUCH && across > TOUCH)
        wrong.add(`overlap: ${one.says} and ${other.says}`);
    }
  });
};

// How far down the story begins, if there is one: what happened, or the expedition log.
const story = (page) => {
  const heads = [...page.querySelectorAll("h2")];
  const first = heads.find((it) => /^(what happened|the expedition log)/i.test(it.textContent.trim()));
  return first && Math.round(first.getBoundingClientRect().top);
};

const measure = (view) => {
  const wrong = new Set();
  const root = view.document.documentElement;
  const all = drawn(view.document.body);
  const [wide, room] = [root.scrollWidth, root.clientWidth];
  if (wide > room) wrong.add(`scrolls sideways: ${wide} pixels wide in ${room}`);
  for (const it of all.boxes.filter((it) => it.node !== it.of)) {
    const size = parseFloat(getComputedStyle(it.node.parentElement).fontSize);
    if (size < LEAST_TEXT) wrong.add(`small text: ${size} pixels, ${it.says}`);
    const own = it.of.getBoundingClientRect();
    const out = Math.max(it.box.right - own.right, own.left - it.box.left);
    if (out > TOUCH && !scrolls(it.of)) wrong.add(`out of its box by ${Math.ceil(out)}: ${it.says}`);
    else if (out > TOUCH && room >= WIDE) wrong.add(`cut off: ${it.says}`);
  }
  overlaps(all, wrong);
  for (const it of view.document.images) {
    if (!it.alt.trim()) wrong.add("picture without alt");
    if (!it.naturalWidth) wrong.add(`picture that does not load: ${short(it.alt)}`);
  }
  const begins = story(view.document);
  if (begins > STORY && room < WIDE) wrong.add(`the story begins at ${begins} pixels`);
  if (view.matchMedia("(prefers-color-scheme: dark)").matches !== dark)
    wrong.add(`the browser is not ${dark ? "dark" : "light"}`);
  return { wrong: [...wrong], texts: all.texts, height: root.scrollHeight };
};

addEventListener("load", async () => {
  const found = document.createElement("pre");
  document.body.append(found);
  for (const page of pages)
    for (const width of widths) {
      const it = await frame(page, width, 800);
      const { wrong, texts, height } = measure(it.contentWindow);
      it.remove();
      found.append(`\n@ ${page} ${width} ${texts} ${height}`);
      for (const line of wrong) found.append(`\n! ${page} at ${width}: ${line}`);
    }
  found.append("\n@@ measured\n");
});
