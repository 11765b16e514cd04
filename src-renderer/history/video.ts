// Records a run as a video: draws its moments one after the other, and the browser's own encoder writes WebM.
import { stayOf, type Moment } from './replay.ts'

const WIDTH = 1280
const HEIGHT = 720
/** Pixels of the line of words below the picture. */
const CAPTION = 56
const FRAMES_PER_SECOND = 10
const BITS_PER_SECOND = 2_500_000
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm']

/** Returns the type that this browser can record; null where it can't record WebM. */
export const videoType = (): string | null =>
  typeof MediaRecorder === 'undefined'
    ? null
    : (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null)

export interface VideoOptions {
  moments: readonly Moment[]
  /** Address of the picture of a step. */
  source: (path: string) => string
  /** The text below the picture. */
  caption: (moment: Moment) => string
  onProgress: (done: number) => void
  signal: AbortSignal
}

/** Takes as long as the replay. Throws the reason of the signal when it is stopped. */
export async function recordVideo(options: VideoOptions): Promise<Blob> {
  const { moments, source, caption, onProgress, signal } = options
  const type = videoType()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const drawing = canvas.getContext('2d')
  if (type === null || drawing === null) throw new Error('This browser writes no WebM.')
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
  })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const ended = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('stop', () => resolve())
    recorder.addEventListener('error', () => reject(new Error('The video could not be written.')))
  })
  const pictures = new Map<string, HTMLImageElement | null>()
  recorder.start()
  try {
    for (const [index, moment] of moments.entries()) {
      signal.throwIfAborted()
      const path = moment.seen?.picture?.path ?? null
      // oxlint-disable-next-line no-await-in-loop -- the moments are shown one after the other
      if (path !== null && !pictures.has(path)) pictures.set(path, await loaded(source(path)))
      draw(drawing, moment, path === null ? null : (pictures.get(path) ?? null), caption(moment))
      onProgress(index)
      // oxlint-disable-next-line no-await-in-loop -- the same
      await stay(stayOf(moment), signal)
    }
  } finally {
    recorder.stop()
    for (const track of recorder.stream.getTracks()) track.stop()
  }
  await ended
  return new Blob(parts, { type: 'video/webm' })
}

function draw(
  drawing: CanvasRenderingContext2D,
  { seen, step, action }: Moment,
  image: HTMLImageElement | null,
  caption: string,
): void {
  drawing.fillStyle = '#101113'
  drawing.fillRect(0, 0, WIDTH, HEIGHT)
  const bounds = seen?.picture?.bounds
  if (image && bounds && bounds.width > 0 && bounds.height > 0) {
    const scale = Math.min(WIDTH / bounds.width, (HEIGHT - CAPTION) / bounds.height)
    const left = (WIDTH - bounds.width * scale) / 2
    const top = (HEIGHT - CAPTION - bounds.height * scale) / 2
    drawing.drawImage(image, left, top, bounds.width * scale, bounds.height * scale)
    // A picture of an earlier step does not show the target of this one.
    const target = seen === step ? action?.target : null
    const aim = target?.bounds
    if (aim) {
      drawing.strokeStyle = '#ff8a3d'
      drawing.lineWidth = 3
      drawing.strokeRect(
        left + (aim.x - bounds.x) * scale,
        top + (aim.y - bounds.y) * scale,
        aim.width * scale,
        aim.height * scale,
      )
    }
  }
  drawing.fillStyle = '#ececee'
  drawing.font = '22px system-ui, sans-serif'
  drawing.textBaseline = 'middle'
  drawing.fillText(shortened(drawing, caption), 20, HEIGHT - CAPTION / 2, WIDTH - 40)
}

function shortened(drawing: CanvasRenderingContext2D, caption: string): string {
  let text = caption
  while (text.length > 1 && drawing.measureText(text).width > WIDTH - 40) text = `${text.slice(0, -2)}…`
  return text
}

/** Null for a missing picture, which is left out. */
async function loaded(address: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } catch {
    return null
  }
}

const stay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', over)
      resolve()
    }, ms)
    signal.addEventListener('abort', over, { once: true })
  })
