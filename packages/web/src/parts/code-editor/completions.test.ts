import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { completionsAt, importLine, type ScriptScope } from './completions.ts'

const scope: ScriptScope = {
  variables: [
    { name: 'TOKEN', source: 'account' },
    { name: 'REGION', source: 'built in' },
  ],
  snippets: ['login', 'two words'],
  snippetFolder: './snippets/',
  objects: 'request-and-response',
}

suite('what a script can name', () => {
  function labelsAt(line: string, changed: Partial<ScriptScope> = {}) {
    const found = completionsAt(line, { ...scope, ...changed })
    return found === null ? null : { typed: found.typed, labels: found.options.map(({ label }) => label) }
  }

  test('variables behind process.env', () => {
    const labels = ['TOKEN', 'REGION']
    assert.deepEqual(labelsAt('const token = process.env.'), { typed: 0, labels })
    assert.deepEqual(labelsAt('process.env.TO'), { typed: 2, labels })
    assert.deepEqual(labelsAt("process.env['TO"), { typed: 2, labels })
    assert.equal(labelsAt('process.environment.'), null)
    assert.equal(labelsAt('process.env.TOKEN.'), null)
  })

  test('snippets where a module is named', () => {
    const labels = ['./snippets/login.js', './snippets/two words.js']
    assert.deepEqual(labelsAt("import * as login from '"), { typed: 0, labels })
    assert.deepEqual(labelsAt("import './sn"), { typed: 4, labels })
    assert.deepEqual(labelsAt('const { logIn } = require("./snippets/lo'), { typed: 13, labels })
    assert.deepEqual(labelsAt("await import('", { snippetFolder: './' })?.labels, [
      './login.js',
      './two words.js',
    ])
    assert.equal(labelsAt("const from = 'a"), null)
  })

  test('members of request, and of response when there is one', () => {
    assert.deepEqual(labelsAt('request.he')?.labels.includes('headers'), true)
    assert.equal(labelsAt('response.')?.labels.includes('statusCode'), true)
    assert.equal(labelsAt('response.', { objects: 'request' }), null)
    assert.equal(labelsAt('request.', { objects: 'none' }), null, 'tests have a request of another kind')
    assert.equal(labelsAt('my.request.'), null)
  })

  test('a snippet is imported under a name that JavaScript takes', () => {
    assert.equal(importLine('login', './snippets/'), 'import * as login from "./snippets/login.js"\n')
    assert.equal(importLine('two words', './'), 'import * as twoWords from "./two words.js"\n')
    assert.equal(importLine('2fa', './'), 'import * as snippet2fa from "./2fa.js"\n')
    assert.equal(importLine('a"b', './'), 'import * as aB from "./a\\"b.js"\n')
  })
})
