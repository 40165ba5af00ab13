import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hostnameMistake, hostnameRule } from './hostname.ts'

suite('a hostname', () => {
  const good = [
    'a',
    'edge1.example.net',
    'example.net.',
    'xn--mnchen-3ya.example',
    'münchen.example',
    '_srv._tcp.x',
  ].concat([
    '192.0.2.7',
    '::1',
    '2001:db8::1',
    '::ffff:192.0.2.7',
    'fe80::1%eth0',
    '{{HOST}}',
    '{{A}}.{{B}}',
    'a{{ B }}c',
  ])
  for (const name of good) {
    test(`${name} is one`, () => assert.equal(hostnameMistake(name), null))
  }

  const bad: [string, RegExp][] = [
    ['http://a', /scheme/],
    ['ping://{{HOST}}', /scheme/],
    ['a/b', /path/],
    ['a\\b', /path/],
    ['a?b', /path/],
    ['a#b', /path/],
    ['user@a', /user/],
    ['a:80', /port/],
    ['192.0.2.7:80', /port/],
    ['{{HOST}}:80', /port/],
    ['[::1]', /brackets/],
    ['[::1]:80', /brackets/],
    ['1:2:3', /IPv6/],
    ['2001:db8:::1', /IPv6/],
    ['gggg::1', /IPv6/],
    ['a b', /white space/],
    ['a\t', /white space/],
    ['a\u00a0b', /white space/],
    ['\n', /white space/],
  ]
  for (const [name, says] of bad) {
    test(`${JSON.stringify(name)} is none: ${String(says)}`, () =>
      assert.match(hostnameMistake(name) ?? '', says))
  }

  test('of another type or empty is left to the schema', () => {
    for (const hostname of [undefined, null, 7, '', [], {}]) assert.deepEqual(hostnameRule({ hostname }), [])
    assert.equal(hostnameRule({ hostname: 'a b' })[0]?.path, 'hostname')
  })
})
