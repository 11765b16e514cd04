// Runs Tesseract in WebAssembly with the language data of the installed packages. The library would fetch what it lacks from the
// network, so it gets a folder with all that it needs.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { OcrRequest } from './protocol.ts'

/** Languages whose data is installed with Deskhand. */
const LOCAL_LANGUAGES = ['eng', 'chi_sim'] as const

const require = createRequire(import.meta.url)

/** Throws for a language that is not installed. */
function dataOf(language: string): string {
  const code = LOCAL_LANGUAGES.find((known) => known === language)
  if (code === undefined) {
    throw new Error(
      `there is no data of the language “${language}” (${LOCAL_LANGUAGES.join(', ')} are there)`,
    )
  }
  const folder = dirname(require.resolve(`@tesseract.js-data/${code}/package.json`))
  return join(folder, '4.0.0_best_int', `${code}.traineddata.gz`)
}

export class LocalReader {
  #languages = ''
  #worker: Promise<Worker> | null = null

  /** Gives Tesseract's table. */
  async read({ data, languages }: OcrRequest): Promise<string> {
    const worker = await this.#workerFor(languages)
    const { data: page } = await worker.recognize(Buffer.from(data, 'base64'), {}, { text: false, tsv: true })
    return page.tsv ?? ''
  }

  async #workerFor(languages: readonly string[]): Promise<Worker> {
    const wanted = languages.join('+')
    if (wanted !== this.#languages) {
      const before = await this.#worker?.catch(() => null)
      await before?.terminate()
      this.#languages = wanted
      this.#worker = start(languages)
    }
    return this.#worker ?? start(languages)
  }
}

async function start(languages: readonly string[]): Promise<Worker> {
  const files = languages.map(dataOf)
  // Each language is in a package of its own, but the library reads all of them from one folder.
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-ocr-'))
  try {
    await Promise.all(
      files.map(async (file) => writeFile(join(folder, basename(file)), await readFile(file))),
    )
    const worker = await createWorker([...languages], OEM.LSTM_ONLY, {
      langPath: folder,
      gzip: true,
      cacheMethod: 'none',
      // Each call's promise rejects as well; without this handler the library would throw in a listener.
      errorHandler: () => {},
    })
    // Labels are spread over a screen, so text is searched everywhere, in no order.
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '200' })
    return worker
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
