import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { LiveQueryClient } from './query-client.ts'

/** A screen that reads one thing, and answers that come when the test says so. */
function openScreen() {
  const client = new LiveQueryClient({ defaultOptions: { queries: { retry: false } } })
  const requests: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver<string>(client, {
    queryKey: ['account', 'newest'],
    queryFn: () => {
      const request = Promise.withResolvers<string>()
      requests.push(request)
      return request.promise
    },
  })
  observer.subscribe(() => undefined)
  return { client, requests, shown: () => observer.getCurrentResult().data, close: () => client.clear() }
}

/** What the client does next it does within a few turns of the event loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}

suite('news while a screen is read for the first time', () => {
  test('it is read once more, however many news there were', async () => {
    const { client, requests, shown, close } = openScreen()
    const news = [1, 2, 3].map(() => client.invalidateQueries({ queryKey: ['account'] }))
    assert.equal(requests.length, 1)
    requests[0]?.resolve('before the news')
    await turns()
    assert.equal(requests.length, 2)
    requests[1]?.resolve('after the news')
    await Promise.all(news)
    assert.equal(shown(), 'after the news')
    assert.equal(requests.length, 2)
    close()
  })

  test('a first reading that fails is repeated, too', async () => {
    const { client, requests, shown, close } = openScreen()
    const news = client.invalidateQueries({ queryKey: ['account'] })
    requests[0]?.reject(new Error('away'))
    await turns()
    assert.equal(requests.length, 2)
    requests[1]?.resolve('after the news')
    await news
    assert.equal(shown(), 'after the news')
    close()
  })

  test('nobody waits longer than two seconds for what is read anew', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { client, requests, shown, close } = openScreen()
    const saved = client.invalidateQueries({ queryKey: ['account'] })
    t.mock.timers.tick(2_000)
    await saved
    assert.equal(shown(), undefined)
    assert.equal(requests.length, 1)
    close()
  })

  test('what others read is left alone', async () => {
    const { client, requests, shown, close } = openScreen()
    await client.invalidateQueries({ queryKey: ['another account'] })
    requests[0]?.resolve('first')
    await turns()
    assert.equal(shown(), 'first')
    assert.equal(requests.length, 1)
    close()
  })
})
