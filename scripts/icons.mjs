// Draws the icons of the app into resources/icons/: `node scripts/icons.mjs` after a change of the mark. Needs sharp.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../resources/icons')
const INK = '#1b1c1e'
const PAPER = '#ffffff'

/** The pointer and the check of the mark, on the 24 × 24 of `src-renderer/ui/mark.tsx`. */
const POINTER = 'M7 6.2l10.4 5-4.6 1.3-1.9 4.5z'
const CHECK = 'M14.6 16.4l1.5 1.6 3-3.4'

/**
 * The mark on its tile. Small ones are drawn larger in their tile and with a bolder check: what is fine at 512 is mud at 16.
 * @param {{ margin: number, radius: number, small: boolean }} look margin and radius in 24ths of the picture
 */
function tile({ margin, radius, small }) {
  const side = 24 - 2 * margin
  const zoom = (side / 24) * (small ? 1.2 : 1.1)
  const shift = 12 - 12.4 * zoom
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
    <rect x="${margin}" y="${margin}" width="${side}" height="${side}" rx="${radius}" fill="${INK}"/>
    <rect x="${margin + 0.1}" y="${margin + 0.1}" width="${side - 0.2}" height="${side - 0.2}" rx="${radius - 0.1}"
      fill="none" stroke="#ffffff" stroke-opacity=".16" stroke-width=".2"/>
    <g transform="translate(${shift} ${shift}) scale(${zoom})">
      <path d="${POINTER}" fill="${PAPER}" stroke="${PAPER}" stroke-width=".6" stroke-linejoin="round"/>
      <path d="${CHECK}" fill="none" stroke="#8f9bff" stroke-width="${small ? 2.3 : 1.8}"
        stroke-linecap="round" stroke-linejoin="round"/>
    </g>
  </svg>`
}
/** Windows and Linux: the tile fills the picture. macOS: the tile stands in its margin, as its icons do. */
const filled = (size) => tile({ margin: 0.5, radius: 6.2, small: size <= 32 })
const standing = (size) => tile({ margin: 2.35, radius: 4.4, small: size <= 32 })

/** What is beside the pointer, on 16 × 16, for each state: its form tells it without its colour. */
const BADGES = {
  idle: { draw: () => '' },
  running: { draw: (colour) => `<circle cx="12.2" cy="12.2" r="3" fill="${colour}"/>` },
  paused: {
    draw: (colour) =>
      `<rect x="9.6" y="9.2" width="2.1" height="6" rx=".6" fill="${colour}"/>
       <rect x="13.1" y="9.2" width="2.1" height="6" rx=".6" fill="${colour}"/>`,
  },
  asks: {
    draw: (colour) =>
      `<rect x="11.2" y="7.6" width="2.3" height="5" rx="1.1" fill="${colour}"/>
       <circle cx="12.35" cy="14.5" r="1.3" fill="${colour}"/>`,
  },
}
const COLOURS = {
  dark: { ink: INK, running: '#4452d6', paused: INK, asks: '#b46a00' },
  light: { ink: PAPER, running: '#9aa5ff', paused: PAPER, asks: '#f3bd62' },
  // Linux does not say whether its panel is light or dark: a pointer with an outline is seen on both, as a mouse's is.
  any: { ink: PAPER, running: '#7f8bff', paused: PAPER, asks: '#f5ab2e', outline: INK },
  template: { ink: '#000000', running: '#000000', paused: '#000000', asks: '#000000' },
}

function trayPicture(state, tone) {
  const colours = COLOURS[tone]
  // The pointer is cut where the badge stands, so that the two stay apart at any size.
  const room = state === 'idle' ? '' : `<rect x="8.1" y="6.6" width="9" height="10" rx="3" fill="#000"/>`
  const zoom = state === 'idle' ? 1.25 : 1.12
  const badge = BADGES[state].draw(colours[state] ?? colours.ink)
  const pointer = (colour, width) =>
    `<path transform="scale(${zoom}) translate(${state === 'idle' ? -5.9 : -6.1} -5.2)" d="${POINTER}"
      fill="${colour}" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`
  const outline = colours.outline
    ? `<g mask="url(#room)">${pointer(colours.outline, 2.4)}</g>
       <g stroke="${colours.outline}" stroke-width="1.2">${badge}</g>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
    <mask id="room"><rect width="16" height="16" fill="#fff"/>${room}</mask>
    ${outline}
    <g mask="url(#room)">${pointer(colours.ink, 0.8)}</g>
    ${badge}
  </svg>`
}

const png = (svg, size) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 16 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

/** A bitmap as icon files have it: BGRA from the bottom up, and a mask that nothing needs any more. */
async function bitmap(svg, size) {
  const { data } = await sharp(await png(svg, size))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(size, 4)
  head.writeInt32LE(2 * size, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(32, 14)
  const rows = Array.from({ length: size }, (_, row) => {
    const line = Buffer.from(data.subarray((size - 1 - row) * size * 4, (size - row) * size * 4))
    for (let at = 0; at < line.length; at += 4) [line[at], line[at + 2]] = [line[at + 2], line[at]]
    return line
  })
  return Buffer.concat([head, ...rows, Buffer.alloc(Math.ceil(size / 32) * 4 * size)])
}

/** Windows' icon file: bitmaps, and PNG for 256 and more, as installers expect it. */
async function ico(draw, sizes) {
  const pictures = await Promise.all(
    sizes.map((size) => (size < 256 ? bitmap(draw(size), size) : png(draw(size), size))),
  )
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  sizes.forEach((size, index) => {
    const at = 6 + 16 * index
    head[at] = size % 256
    head[at + 1] = size % 256
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(pictures[index].length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += pictures[index].length
  })
  return Buffer.concat([head, ...pictures])
}

/** Apple's icon file; the types name size and scale. */
async function icns(draw) {
  const TYPES = {
    icp4: 16,
    icp5: 32,
    ic07: 128,
    ic08: 256,
    ic09: 512,
    ic10: 1024,
    ic11: 32,
    ic12: 64,
    ic13: 256,
    ic14: 512,
  }
  const parts = await Promise.all(
    Object.entries(TYPES).map(async ([type, size]) => {
      const data = await png(draw(size), size)
      const head = Buffer.alloc(8)
      head.write(type, 0, 'latin1')
      head.writeUInt32BE(data.length + 8, 4)
      return Buffer.concat([head, data])
    }),
  )
  const head = Buffer.alloc(8)
  head.write('icns', 0, 'latin1')
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return Buffer.concat([head, ...parts])
}

const save = (name, data) => writeFileSync(join(folder, name), data)

mkdirSync(join(folder, 'tray'), { recursive: true })
save('icon.svg', `${filled(512).replace(/\n\s+/g, '\n  ')}\n`)
for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
  save(`${size}x${size}.png`, await png(filled(size), size))
save('icon.ico', await ico(filled, [16, 20, 24, 32, 40, 48, 64, 128, 256]))
save('icon.icns', await icns(standing))
for (const state of Object.keys(BADGES)) {
  // Windows tells the two apart.
  for (const tone of ['dark', 'light']) {
    save(`tray/${state}-${tone}.ico`, await ico(() => trayPicture(state, tone), [16, 20, 24, 32, 48]))
  }
  save(`tray/${state}.png`, await png(trayPicture(state, 'any'), 24))
  save(`tray/${state}@2x.png`, await png(trayPicture(state, 'any'), 48))
  save(`tray/${state}Template.png`, await png(trayPicture(state, 'template'), 16))
  save(`tray/${state}Template@2x.png`, await png(trayPicture(state, 'template'), 32))
}
