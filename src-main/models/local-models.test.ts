import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { StoppedError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { findLocalModels, USUAL_PLACES } from './local-models.ts'

const servers: Server[] = []
const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const list = (ids: string[], owned_by?: string) =>
  JSON.stringify({ data: ids.map((id) => ({ id, owned_by })) })
const says =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body)

test('asks Ollama, vLLM, llama.cpp and LM Studio where they usually are', () => {
  expect(USUAL_PLACES).toEqual({
    ollama: 'http://127.0.0.1:11434/v1',
    vllm: 'http://127.0.0.1:8000/v1',
    llamacpp: 'http://127.0.0.1:8080/v1',
    lmstudio: 'http://127.0.0.1:1234/v1',
  })
})

test('finds the servers that answer now with their models, by what they say they are', async () => {
  const asked: string[] = []
  const ollama = await serve((request, response) => {
    asked.push(request.url ?? '')
    response.end(list(['qwen3-vl', 'gemma3'], 'library'))
  })
  const other = await serve(says(list(['my-model'], 'llamacpp')))
  const studio = await serve(says(list([])))
  const found = await findLocalModels(new RunControl(), { ollama, vllm: other, lmstudio: studio })
  expect(found).toEqual([
    { provider: 'ollama', base_url: ollama, models: ['qwen3-vl', 'gemma3'] },
    { provider: 'llamacpp', base_url: other, models: ['my-model'] },
    { provider: 'lmstudio', base_url: studio, models: [] },
  ])
  expect(asked).toEqual(['/v1/models'])
})

test('leaves out what is something else, hangs, floods, or is not there', async () => {
  const page = await serve(says('<html>hello</html>'))
  const refusing = await serve(says(list(['x']), 401))
  const elsewhere = await serve((_request, response) =>
    response.writeHead(302, { location: 'https://example.org/' }).end(),
  )
  const hanging = await serve(() => {})
  const flooding = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(100_000)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const nobody = 'http://127.0.0.1:9/v1'
  const places = { page, refusing, elsewhere, hanging, flooding, nobody }
  expect(await findLocalModels(new RunControl(), places)).toEqual([])
})

test('ends at once with its caller', async () => {
  const hanging = await serve(() => {})
  const run = new RunControl()
  const found = findLocalModels(run, { hanging })
  run.stop()
  await expect(found).rejects.toBeInstanceOf(StoppedError)
})
