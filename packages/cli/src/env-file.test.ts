import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ignoringEnv, variableIn, withVariables } from './env-file.ts'

test('variables are written once each, and every other line stays where it is', () => {
  const cases: [string, string][] = [
    ['', 'A=1\nB=2\n'],
    ['# mine\nC=3', '# mine\nC=3\nA=1\nB=2\n'],
    ['export A = old\nC="x y"\n\nA=older\n', 'A=1\nC="x y"\n\nB=2\n'],
    ['#A=commented\nAB=4\n', '#A=commented\nAB=4\nA=1\nB=2\n'],
  ]
  for (const [before, after] of cases) {
    assert.equal(withVariables(before, { A: '1', B: '2' }), after)
    assert.equal(withVariables(after, { A: '1', B: '2' }), after)
  }
})

test('the last line about a variable is what it is', () => {
  assert.equal(variableIn('A=1\nexport A="two words"\nAB=3\n', 'A'), 'two words')
  assert.equal(variableIn('#A=1\n', 'A'), null)
})

test('a .gitignore gets the line that is missing, and only then', () => {
  assert.equal(ignoringEnv(''), '.env\n')
  assert.equal(ignoringEnv('node_modules'), 'node_modules\n.env\n')
  for (const text of ['.env\n', 'a\n/.env\nb', '.env*', '  .env  \n']) assert.equal(ignoringEnv(text), text)
})
