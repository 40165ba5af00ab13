import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { mayFollow, type RunFile, screenshotTitle, sortFiles, traceCommand } from './run-file.ts'

function file(name: string, type: string): RunFile {
  return { name, type, address: `/${name}`, bytes: 1, missing: null }
}

suite('files of a run', () => {
  test('the screenshot at the error is the first, and pictures of a comparison are shown there alone', () => {
    const files = [
      file('a.png', 'screenshot'),
      file('checkout-test-failed-1.png', 'screenshot'),
      file('home-actual.png', 'screenshot'),
      file('logs.txt', 'log'),
      file('run.webm', 'video'),
      file('run-trace.zip', 'trace'),
      file('something.new', 'file'),
    ]
    const sorted = sortFiles(files, new Set(['home-actual.png']))
    assert.deepEqual(
      Object.values(sorted).map((list) => list.map(({ name }) => name)),
      [
        ['checkout-test-failed-1.png', 'a.png'],
        ['run.webm'],
        ['run-trace.zip'],
        ['logs.txt', 'something.new'],
      ],
    )
  })

  test('a screenshot is called by what it shows', () => {
    assert.equal(screenshotTitle({ name: 'test-failed-1.png' }), 'At the error')
    assert.equal(screenshotTitle({ name: 'not-test-failed.png' }), 'not-test-failed.png')
  })

  test('the name of a trace stays one word of the command, whatever is in it', () => {
    const commands = ['shop-trace.zip', 'Pay now-trace.zip', "it's-trace.zip", '-rf.zip', '$(id).zip']
    assert.deepEqual(
      commands.map((name) => traceCommand(name).replace('npx playwright show-trace ', '')),
      [
        'shop-trace.zip',
        "'./Pay now-trace.zip'",
        String.raw`'./it'\''s-trace.zip'`,
        "'./-rf.zip'",
        "'./$(id).zip'",
      ],
    )
  })

  test('files are expected for some minutes after the end of a run', () => {
    assert.deepEqual(
      [-5_000, 0, 179_999, 180_000].map((age) => mayFollow(1_000_000, 1_000_000 + age)),
      [true, true, true, false],
    )
  })
})
