// Passes on what a batch or a worker of this program reports, until its last report.
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'

/**
 * `first` asks for the news so far and subscribes to later ones; `newsOf` finds them among the pushes. Resolves with the last news, which
 * `isLast` recognises.
 */
export async function watchWork<News, Last extends News>(
  bridge: Pick<Bridge, 'subscribe'>,
  first: () => Promise<{ news: News[] }>,
  newsOf: (push: Push) => News | null,
  isLast: (news: News) => news is Last,
  tell: (news: News) => void,
): Promise<Last> {
  const { promise, resolve } = Promise.withResolvers<Last>()
  const hear = (news: News) => {
    tell(news)
    if (isLast(news)) resolve(news)
  }
  // News that come before the answer are newer than it.
  let early: News[] | null = []
  const forget = bridge.subscribe((push) => {
    const news = newsOf(push)
    if (news === null) return
    if (early) early.push(news)
    else hear(news)
  })
  try {
    const { news } = await first()
    const all = [...news, ...early]
    early = null
    for (const one of all) hear(one)
    return await promise
  } finally {
    forget()
  }
}
