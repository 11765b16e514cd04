// The loop of UI-TARS as its kit has it, on the screen that DISPLAY names: `node ui-tars.mjs FOLDER BASE_URL`. Its operator for desktops is not in
// the registry; this one does the same by the same library: the whole screen as a PNG by jimp, the pointer at 3600 pixels a second.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, baseURL] = process.argv.slice(2)
const beside = pathToFileURL(join(folder, 'package.json')).href
/** Loads what that folder has; needs `--experimental-import-meta-resolve`. */
const load = (name, parent = beside) => import(import.meta.resolve(name, parent))
const KIT = '@ui-tars/sdk'
const { GUIAgent } = await load(KIT)
const { Operator, parseBoxToScreenCoords, StatusEnum } = await load(`${KIT}/core`)
const nut = await load('@computer-use/nut-js')
// The jimp of the kit.
const { Jimp } = await load('jimp', import.meta.resolve(KIT, beside))

/** Milliseconds before a click. */
const REST_MS = 100

class DesktopOperator extends Operator {
  static MANUAL = { ACTION_SPACES: ["click(start_box='[x1, y1, x2, y2]')", 'finished()'] }

  async screenshot() {
    const { width, height, data, pixelDensity } = await (await nut.screen.grab()).toRGB()
    const picture = Jimp.fromBitmap({ width, height, data: Buffer.from(data) })
    const size = { w: width / pixelDensity.scaleX, h: height / pixelDensity.scaleY }
    const png = await picture.resize(size).getBuffer('image/png')
    return { base64: png.toString('base64'), scaleFactor: pixelDensity.scaleX }
  }

  async execute({ parsedPrediction: { action_type, action_inputs }, screenWidth, screenHeight }) {
    if (action_type !== 'click') return { status: StatusEnum.END }
    const boxStr = action_inputs.start_box ?? ''
    const { x, y } = parseBoxToScreenCoords({ boxStr, screenWidth, screenHeight })
    nut.mouse.config.mouseSpeed = 3600
    await nut.mouse.move(nut.straightTo(new nut.Point(x, y)))
    await nut.sleep(REST_MS)
    await nut.mouse.click(nut.Button.LEFT)
    return undefined
  }
}

const silent = { log() {}, info() {}, warn() {}, error: console.error }
const agent = new GUIAgent({
  model: { baseURL, apiKey: 'none', model: 'bench' },
  operator: new DesktopOperator(),
  maxLoopCount: 1_000,
  logger: silent,
})
await agent.run('bench')
