import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { previousOfCheck } from './previous-of-check.ts'

/** Reads the answer to the first question twice, then asks the second, whose answer is still on its way. */
async function askedNext(
  first: { checkId: string; answer: () => Promise<string> },
  second: { checkId: string },
): Promise<{ data: string | undefined; isPlaceholderData: boolean }> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const keyOf = (checkId: string, range: string) => ['account', 'check', checkId, 'figures', range]
  const observer = new QueryObserver<string>(client, {
    queryKey: keyOf(first.checkId, '1h'),
    queryFn: first.answer,
    placeholderData: previousOfCheck(first.checkId),
  })
  const stop = observer.subscribe(() => undefined)
  await observer.refetch()
  await observer.refetch()
  observer.setOptions({
    queryKey: keyOf(second.checkId, '90d'),
    queryFn: () => new Promise<string>(() => undefined),
    placeholderData: previousOfCheck(second.checkId),
  })
  const { data, isPlaceholderData } = observer.getCurrentResult()
  stop()
  client.clear()
  return { data, isPlaceholderData }
}

const figures = async () => 'figures of an hour'

suite('what was shown before stays until the new is read', () => {
  test('of the same check, and is known to be old', async () => {
    assert.deepEqual(await askedNext({ checkId: 'a', answer: figures }, { checkId: 'a' }), {
      data: 'figures of an hour',
      isPlaceholderData: true,
    })
  })

  test('never of another check', async () => {
    assert.equal((await askedNext({ checkId: 'a', answer: figures }, { checkId: 'b' })).data, undefined)
  })

  test('never when it could not be read anew', async () => {
    let calls = 0
    const answer = async () => {
      calls += 1
      if (calls > 1) throw new Error('Too many requests')
      return 'figures of an hour'
    }
    assert.equal((await askedNext({ checkId: 'a', answer }, { checkId: 'a' })).data, undefined)
  })
})
