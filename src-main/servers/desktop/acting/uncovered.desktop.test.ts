// Clicks in pages of real browsers in which something lies over a control; the page's server hears what was clicked.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { DrivenDesktop } from '../testing/driven-desktop.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><title>Shop</title>
<style>div{position:fixed;background:#ddd}</style>
<div style="left:20px;bottom:30px"><section><button onclick="say('details')" style="padding:8px 30px">Details</button></section></div>
<div style="left:20px;bottom:200px"><section><button onclick="say('list')" style="padding:8px 90px">List</button></section></div>
<div onclick="say('bar')" style="left:0;right:0;bottom:0;height:120px">We use cookies.</div>
<div onclick="say('bubble')" style="left:100px;bottom:180px;width:300px;height:80px">Chat</div>
<script>const say = (what) => fetch('/' + what, { method: 'POST' })</script>`

test.each(['chromium', 'firefox'])(
  '%s: what a bar covers is refused by the name of the bar, what a bubble covers in part is clicked beside it',
  async (browser) => {
    const clicked: string[] = []
    const server = createServer((request, reply) => {
      if (request.method === 'POST') clicked.push(String(request.url))
      reply.setHeader('content-type', 'text/html')
      reply.end(PAGE)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    await using desktop = await DrivenDesktop.start(`covered-${browser}`)
    try {
      const { port } = server.address() as AddressInfo
      await desktop.open(browser, [`http://127.0.0.1:${port}/`])
      const details = await desktop.target('button', 'Details')
      await expect(desktop.get('click_input', details)).rejects.toThrow(/“We use cookies.” lies over/)
      await desktop.act('click_input', await desktop.target('button', 'List'))
      await expect.poll(() => clicked).toEqual(['/list'])
    } finally {
      server.close()
    }
  },
)
