// Lists the services that search the web over plain HTTP and JSON: how each documents its request and its reply.
import { z } from 'zod'
import { UserError } from '../../core/errors.ts'
import type { WebResult } from './port.ts'

export interface SearchCall {
  method: 'GET' | 'POST'
  /** Below the base URL, with its query. */
  path: string
  headers: Record<string, string>
  body: unknown
}

export interface SearchProvider {
  title: string
  /** Null where each person has a different one; then `base_url` must be set. */
  base_url: string | null
  /** Null where the service needs no key. */
  api_key_name: string | null
  call(query: string, count: number, key: string | null): SearchCall
  /** Throws a ZodError for anything but a reply of this service, UserError for a refusal that it sends with status 200. */
  read(reply: unknown): WebResult[]
  /** The meaning of a refusal: status → what to do. */
  hints?: Record<number, string>
}

const text = z.string().nullish()
const bearer = (key: string | null) => ({ authorization: `Bearer ${key ?? ''}` })
const post = (path: string, headers: Record<string, string>, body: unknown): SearchCall => ({
  method: 'POST',
  path,
  headers,
  body,
})

const result = (
  title: string | null | undefined,
  url: string,
  found: string | null | undefined,
  published: string | null | undefined,
): WebResult => ({ title: title ?? url, url, text: found ?? '', published: published ?? null })

const exaReply = z.looseObject({
  results: z.array(
    z.looseObject({
      title: text,
      url: z.string(),
      publishedDate: text,
      text,
      highlights: z.array(z.string()).nullish(),
    }),
  ),
})
const tavilyReply = z.looseObject({
  results: z.array(z.looseObject({ title: text, url: z.string(), content: text, published_date: text })),
})
const bochaReply = z.looseObject({
  code: z.coerce.number().nullish(),
  msg: text,
  data: z
    .looseObject({
      webPages: z
        .looseObject({
          value: z.array(
            z.looseObject({ name: text, url: z.string(), snippet: text, summary: text, datePublished: text }),
          ),
        })
        .nullish(),
    })
    .nullish(),
})
const searxngReply = z.looseObject({
  results: z.array(z.looseObject({ title: text, url: z.string(), content: text, publishedDate: text })),
})

export const SEARCH_PROVIDERS: Record<'exa' | 'bocha' | 'tavily' | 'searxng', SearchProvider> = {
  exa: {
    title: 'Exa',
    base_url: 'https://api.exa.ai',
    api_key_name: 'EXA_API_KEY',
    call: (query, count, key) =>
      post(
        '/search',
        { 'x-api-key': key ?? '' },
        { query, numResults: count, contents: { text: { maxCharacters: 1000 } } },
      ),
    read: (reply) =>
      exaReply
        .parse(reply)
        .results.map((one) =>
          result(one.title, one.url, one.text ?? one.highlights?.join(' … '), one.publishedDate),
        ),
  },
  bocha: {
    title: 'Bocha',
    base_url: 'https://api.bochaai.com',
    api_key_name: 'BOCHA_API_KEY',
    call: (query, count, key) =>
      post('/v1/web-search', bearer(key), { query, count, summary: true, freshness: 'noLimit' }),
    read: (reply) => {
      const { code, msg, data } = bochaReply.parse(reply)
      // Bocha also refuses with HTTP status 200 and a code of its own.
      if (typeof code === 'number' && code !== 200) throw new UserError(msg ?? `code ${code}`)
      const pages = data?.webPages?.value ?? []
      return pages.map((one) => result(one.name, one.url, one.summary ?? one.snippet, one.datePublished))
    },
  },
  tavily: {
    title: 'Tavily',
    base_url: 'https://api.tavily.com',
    api_key_name: 'TAVILY_API_KEY',
    call: (query, count, key) => post('/search', bearer(key), { query, max_results: count }),
    read: (reply) =>
      tavilyReply
        .parse(reply)
        .results.map((one) => result(one.title, one.url, one.content, one.published_date)),
  },
  searxng: {
    title: 'SearXNG',
    base_url: null,
    api_key_name: null,
    call: (query) => ({
      method: 'GET',
      path: `/search?${new URLSearchParams({ q: query, format: 'json' }).toString()}`,
      headers: {},
      body: null,
    }),
    read: (reply) =>
      searxngReply
        .parse(reply)
        .results.map((one) => result(one.title, one.url, one.content, one.publishedDate)),
    hints: { 403: 'its settings.yml has to list json among search.formats' },
  },
}
