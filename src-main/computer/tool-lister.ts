// Defines what a meta tool needs of its Computer.
import type { MCPToolInfo, ToolType } from '../core/command.ts'

export interface ToolLister {
  listTools(toolType: ToolType | null, namespace: string | null, removeMeta: boolean): MCPToolInfo[]
}
