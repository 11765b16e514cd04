// Keeps a window from opening a file that is dropped where nothing takes it: the file would stand in place of the window.

/** Refuses each drop of files that no element has taken, for as long as the window lives. */
export function refuseDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}
