// Saves pictures and control trees at the boundaries of a run, under the seeds' file names. A snapshot that fails is a warning.
import { z } from 'zod'
import type { SystemConfig } from '../../src-preload/contract/config.ts'
import type { Command, Route } from '../core/command.ts'
import { pictureSchema, type WindowInfo } from '../core/desktop.ts'
import type { BasicCommandDispatcher } from '../core/dispatcher.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import { treeToXml } from '../agents/tree-xml.ts'

export interface SnapshotPort {
  dispatcher: BasicCommandDispatcher
  sink: EventSink
  config: SystemConfig
  /** Writes into the run folder; the name is relative to it. */
  saveFile(name: string, data: Uint8Array | string): Promise<void>
}

export interface SnapshotNames {
  level: 'subtask' | 'round' | 'session'
  /** `round_0_sub_round_1_final`, `round_0_final`, `final`. */
  suffix: string
}

/** The content of a snapshot. */
interface SnapshotOf {
  route: Route
  /** Without a window, there is neither a picture of it nor a tree. */
  window: WindowInfo | null
  saveTree: (path: string) => Promise<UiTree>
}

const treeSchema = z.record(z.string(), z.unknown())
export type UiTree = z.infer<typeof treeSchema>

/** Reads the control tree of the chosen window. Throws when there is none. */
export const readUiTree = (port: SnapshotPort, route: Route, run: RunControl): Promise<UiTree> =>
  ask(port, route, { tool_name: 'get_ui_tree', parameters: {} }, treeSchema, run)

async function ask<T>(
  port: SnapshotPort,
  route: Route,
  wish: Pick<Command, 'tool_name' | 'parameters'>,
  schema: z.ZodType<T>,
  run: RunControl,
): Promise<T> {
  const command: Command = { ...wish, tool_type: 'data_collection' }
  const [result] = await port.dispatcher.executeCommands([command], { route, timeoutMs: 15_000 }, run)
  if (result?.status !== 'success') throw new Error(result?.error ?? `${wish.tool_name} gave nothing.`)
  return schema.parse(result.result)
}

/**
 * Saves `action_<suffix>.png` (the session's is `action_step_final.png`), `ui_trees/ui_tree_<suffix>.json` where
 * `save_ui_tree`, the same as XML where `log_xml`, and `desktop_<suffix>.png` where `save_full_screen`.
 */
export async function captureSnapshot(
  port: SnapshotPort,
  { level, suffix }: SnapshotNames,
  { route, window, saveTree }: SnapshotOf,
  run: RunControl,
): Promise<void> {
  const { config } = port
  const files: string[] = []
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (error instanceof StoppedError) throw error
      port.sink.emit({ type: 'warning', message: `The last ${what} could not be taken: ${messageOf(error)}` })
    }
  }
  const save = async (name: string, data: Uint8Array | string) => {
    await port.saveFile(name, data)
    files.push(name)
  }
  const savePicture = async (name: string, tool_name: string, parameters: Command['parameters']) => {
    const picture = await ask(port, route, { tool_name, parameters }, pictureSchema, run)
    await save(name, Buffer.from(picture.data, 'base64'))
  }

  const stem = level === 'session' ? 'step_final' : suffix
  // A minimized window is on no screen.
  if (window && !window.minimized) {
    await attempt('picture', () => savePicture(`action_${stem}.png`, 'capture_window_screenshot', {}))
  }
  if (window && (config.save_ui_tree || config.log_xml)) {
    await attempt('control tree', async () => {
      const path = `ui_trees/ui_tree_${suffix}.json`
      const tree = config.save_ui_tree ? await saveTree(path) : await readUiTree(port, route, run)
      if (config.save_ui_tree) files.push(path)
      if (config.log_xml) await save(`xml/action_${stem}.xml`, treeToXml(tree))
    })
  }
  if (config.save_full_screen) {
    await attempt('picture of the desktop', () =>
      savePicture(`desktop_${suffix}.png`, 'capture_desktop_screenshot', { all_screens: true }),
    )
  }
  if (files.length > 0) port.sink.emit({ type: 'snapshot_saved', level, files })
}
