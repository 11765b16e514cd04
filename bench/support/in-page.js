// Runs inside the measured pages, before their own scripts: when a text is painted, and how long each picture took.
globalThis.bench = {
  /** Looks for a text; `seen` is the time of the first painted picture that has it. */
  lookFor(wanted) {
    this.seen = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`“${wanted}” was not seen.`)), 20_000)
      const observer = new MutationObserver(() => {
        if (!document.body.textContent.includes(wanted)) return
        observer.disconnect()
        requestAnimationFrame(() => {
          // A message is handled after the picture is painted.
          const channel = new MessageChannel()
          channel.port1.addEventListener('message', () => resolve(Date.now()))
          channel.port1.start()
          channel.port2.postMessage(null)
        })
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  },
  seen: Promise.resolve(0),

  /** The least that a page has to do for one more line of a conversation. */
  addLine(text) {
    const rows = [...document.querySelectorAll('ol > li[data-index]')]
    const list = rows[0].parentElement
    const row = rows.at(-1).cloneNode(true)
    const line = row.querySelector('[data-line], h2, span') ?? row
    line.textContent = text
    row.style.transform = `translateY(${list.clientHeight}px)`
    list.style.height = `${list.clientHeight + 28}px`
    rows[0].remove()
    list.append(row)
    list.parentElement.scrollTop = list.parentElement.scrollHeight
  },

  /** Notes the milliseconds between pictures until `pictures` is called. */
  watchPictures() {
    this.between = []
    let last = performance.now()
    const look = () => {
      const now = performance.now()
      this.between.push(now - last)
      last = now
      this.frame = requestAnimationFrame(look)
    }
    this.frame = requestAnimationFrame(look)
  },
  pictures() {
    cancelAnimationFrame(this.frame)
    return this.between.slice(1)
  },
}
