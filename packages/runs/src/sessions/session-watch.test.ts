import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalBus } from '../../testing/local-bus.ts'
import { createSessionWatch } from './session-watch.ts'

const { signal } = new AbortController()

test('whoever waits at one server hears of an end at another', async () => {
  const bus = createLocalBus()
  const [here, there] = [createSessionWatch(bus), createSessionWatch(bus)]
  const heard: string[] = []
  const waits = ['one', 'other'].map((id) =>
    here.untilChanged(id, AbortSignal.any([signal])).then(() => heard.push(id)),
  )
  there.changed('one')
  await waits[0]
  assert.deepEqual(heard, ['one'])
  // Nothing is told of the other: it is looked for all the same.
  await waits[1]
  here.stop()
  there.changed('one')
})
