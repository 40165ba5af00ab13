import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { readChannel, type ChannelLimits } from './channel.ts'
import { readOutput } from './output.ts'

const small: ChannelLimits = { lineBytes: 100, bytes: 300, depth: 5, values: 20 }

/** What was heard, up to the end or the breach, and how much of it was read. */
async function read(chunks: Iterable<string>, limits: ChannelLimits = small) {
  const heard: unknown[] = []
  let bytes = 0
  const source = (function* () {
    for (const chunk of chunks) {
      bytes += chunk.length
      yield Buffer.from(chunk)
    }
  })()
  const end = await new Promise<'breach' | 'end'>((resolve) => {
    readChannel(
      Readable.from(source, { objectMode: false, highWaterMark: 1 }),
      {
        onMessage: (value) => heard.push(value) > 0,
        onBreach: () => resolve('breach'),
        onEnd: () => resolve('end'),
      },
      limits,
    )
  })
  return { heard, end, bytes }
}

function* forever(text: string) {
  for (;;) yield text
}

suite('messages of code that nobody trusts', () => {
  test('lines are put together, however they come', async () => {
    const { heard, end } = await read(['{"a":', '1}\n{"b"', ':"ü"}\n', '[1]\n'])
    assert.deepEqual([heard, end], [[{ a: 1 }, { b: 'ü' }, [1]], 'end'])
  })

  test('SI 10.7: an endless line and endless lines are ended at their limit', async () => {
    const line = await read(forever('x'.repeat(10)))
    assert.deepEqual([line.end, line.heard], ['breach', []])
    assert.ok(line.bytes <= 200, `${line.bytes}`)
    const lines = await read(forever('{}\n'))
    assert.equal(lines.end, 'breach')
    assert.ok(lines.bytes <= 400, `${lines.bytes}`)
  })

  test('SI 10.8: names of prototypes are data, and what nests too deep is no message', async () => {
    const { heard } = await read(['{"__proto__":{"polluted":1},"constructor":1}\n'])
    assert.deepEqual(Object.keys(heard[0] ?? {}), ['__proto__', 'constructor'])
    assert.equal(Reflect.get({}, 'polluted'), undefined)
    assert.equal((await read(['[[[[[1]]]]]\n'])).end, 'end')
    assert.equal((await read(['[[[[[[1]]]]]]\n'])).end, 'breach')
    const brackets = JSON.stringify({ text: '[[[[[["\\[[[' })
    assert.equal((await read([`${brackets}\n`])).end, 'end')
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}\n`
    assert.equal((await read([deep], { ...small, lineBytes: 1e6, bytes: 1e6 })).end, 'breach')
  })

  test('what has too many values is no message, and none is made of it', async () => {
    assert.equal((await read([`[${'{},'.repeat(8)}{}]\n`])).end, 'end')
    assert.equal((await read([`[${'{},'.repeat(12)}{}]\n`])).end, 'breach')
    assert.equal((await read([`[${'0,'.repeat(21)}0]\n`])).end, 'breach')
    assert.equal((await read([`["${',{'.repeat(30)}"]\n`])).end, 'end', 'commas in a text are text')
  })

  test('what is no JSON, and what its reader does not know, ends the reading', async () => {
    assert.equal((await read(['{"a"\n', '{}\n'])).end, 'breach')
    let refused = 0
    const stream = Readable.from([Buffer.from('{}\n{}\n')])
    await new Promise<void>((resolve) => {
      readChannel(stream, {
        onMessage: () => ((refused += 1), false),
        onBreach: resolve,
        onEnd: () => assert.fail('it was to be a breach'),
      })
    })
    assert.equal(refused, 1)
  })
})

test('SI 10.7: of endless output the beginning is kept, and the rest is read slowly', async () => {
  const lines: string[] = []
  const stream = Readable.from([Buffer.from('one\ntwo\nthree and more\n'), Buffer.from('and more\n')])
  let pauses = 0
  stream.on('pause', () => (pauses += 1))
  const limits = { keptBytes: 13, bytesPerSecond: 10_000 }
  readOutput(stream, { onLine: (line) => lines.push(line), onCut: () => lines.push('(cut)') }, limits)
  await once(stream, 'end')
  assert.deepEqual([lines, pauses], [['one', 'two', 'three', '(cut)'], 2])
})
