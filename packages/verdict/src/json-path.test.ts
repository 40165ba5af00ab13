import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { assertLinear, cpuMs } from '@sonde/ground/testing/growth.ts'
import type { JSONValue } from 'json-p3'
import { queryJson } from './json-path.ts'
import { createWorkBudget, TooMuchWork } from './work-budget.ts'

const query = (path: string, document: JSONValue) => queryJson(path, document, createWorkBudget())

function valuesOf(path: string, document: JSONValue): JSONValue[] {
  const answer = query(path, document)
  assert.equal(answer.kind, 'values', JSON.stringify(answer))
  return answer.kind === 'values' ? answer.values : []
}

const store = {
  store: {
    book: [
      { category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95 },
      { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99 },
      {
        category: 'fiction',
        author: 'Herman Melville',
        title: 'Moby Dick',
        isbn: '0-553-21311-3',
        price: 8.99,
      },
      {
        category: 'fiction',
        author: 'J. R. R. Tolkien',
        title: 'The Lord of the Rings',
        isbn: '0-395-19395-8',
        price: 22.99,
      },
    ],
    bicycle: { color: 'red', price: 399 },
  },
}
const authors = store.store.book.map(({ author }) => author)
const [first, second, third, fourth] = store.store.book

const names = { o: { 'j j': { 'k.k': 3 } }, "'": { '@': 2 } }
const wild = { o: { j: 1, k: 2 }, a: [5, 3] }
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const filtered = {
  a: [3, 5, 1, 2, 4, 6, { b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }],
  o: { p: 1, q: 2, r: 3, s: 5, t: { u: 6 } },
  e: 'f',
}
const nested = { o: { j: 1, k: 2 }, a: [5, 3, [{ j: 4 }, { k: 6 }]] }
const nulls = { a: null, b: [null], c: [{}], null: 1 }

suite('the examples of RFC 9535', () => {
  const cases: [string, string, JSONValue, JSONValue[]][] = [
    ['1.5', '$.store.book[*].author', store, authors],
    ['1.5', '$..author', store, authors],
    ['1.5', '$.store.*', store, [store.store.book, store.store.bicycle]],
    ['1.5', '$.store..price', store, [8.95, 12.99, 8.99, 22.99, 399]],
    ['1.5', '$..book[2]', store, [third]],
    ['1.5', '$..book[2].author', store, ['Herman Melville']],
    ['1.5', '$..book[2].publisher', store, []],
    ['1.5', '$..book[-1]', store, [fourth]],
    ['1.5', '$..book[0,1]', store, [first, second]],
    ['1.5', '$..book[:2]', store, [first, second]],
    ['1.5', '$..book[?@.isbn]', store, [third, fourth]],
    ['1.5', '$..book[?@.price<10]', store, [first, third]],
    ['2.2.3', '$', { k: 'v' }, [{ k: 'v' }]],
    ['2.3.1', "$.o['j j']", names, [{ 'k.k': 3 }]],
    ['2.3.1', "$.o['j j']['k.k']", names, [3]],
    ['2.3.1', '$.o["j j"]["k.k"]', names, [3]],
    ['2.3.1', '$["\'"]["@"]', names, [2]],
    ['2.3.2', '$[*]', wild, [wild.o, wild.a]],
    ['2.3.2', '$.o[*]', wild, [1, 2]],
    ['2.3.2', '$.o[*, *]', wild, [1, 2, 1, 2]],
    ['2.3.2', '$.a[*]', wild, [5, 3]],
    ['2.3.3', '$[1]', ['a', 'b'], ['b']],
    ['2.3.3', '$[-2]', ['a', 'b'], ['a']],
    ['2.3.4', '$[1:3]', letters, ['b', 'c']],
    ['2.3.4', '$[5:]', letters, ['f', 'g']],
    ['2.3.4', '$[1:5:2]', letters, ['b', 'd']],
    ['2.3.4', '$[5:1:-2]', letters, ['f', 'd']],
    ['2.3.4', '$[::-1]', letters, letters.toReversed()],
    ['2.3.5', "$.a[?@.b == 'kilo']", filtered, [{ b: 'kilo' }]],
    ['2.3.5', "$.a[?(@.b == 'kilo')]", filtered, [{ b: 'kilo' }]],
    ['2.3.5', '$.a[?@>3.5]', filtered, [5, 4, 6]],
    ['2.3.5', '$.a[?@.b]', filtered, [{ b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }]],
    ['2.3.5', '$[?@.*]', filtered, [filtered.a, filtered.o]],
    ['2.3.5', '$[?@[?@.b]]', filtered, [filtered.a]],
    ['2.3.5', '$.o[?@<3, ?@<3]', filtered, [1, 2, 1, 2]],
    ['2.3.5', '$.a[?@<2 || @.b == "k"]', filtered, [1, { b: 'k' }]],
    ['2.3.5', '$.a[?match(@.b, "[jk]")]', filtered, [{ b: 'j' }, { b: 'k' }]],
    ['2.3.5', '$.a[?search(@.b, "[jk]")]', filtered, [{ b: 'j' }, { b: 'k' }, { b: 'kilo' }]],
    ['2.3.5', '$.o[?@>1 && @<4]', filtered, [2, 3]],
    ['2.3.5', '$.o[?@.u || @.x]', filtered, [{ u: 6 }]],
    ['2.3.5', '$.a[?@.b == $.x]', filtered, [3, 5, 1, 2, 4, 6]],
    ['2.3.5', '$.a[?@ == @]', filtered, filtered.a],
    ['2.5.1', '$[0, 3]', letters, ['a', 'd']],
    ['2.5.1', '$[0:2, 5]', letters, ['a', 'b', 'f']],
    ['2.5.1', '$[0, 0]', letters, ['a', 'a']],
    ['2.5.2', '$..j', nested, [1, 4]],
    ['2.5.2', '$..[0]', nested, [5, { j: 4 }]],
    ['2.5.2', '$..o', nested, [{ j: 1, k: 2 }]],
    ['2.5.2', '$.o..[*, *]', nested, [1, 2, 1, 2]],
    ['2.5.2', '$.a..[0, 1]', nested, [5, 3, { j: 4 }, { k: 6 }]],
    ['2.6', '$.a', nulls, [null]],
    ['2.6', '$.a[0]', nulls, []],
    ['2.6', '$.a.d', nulls, []],
    ['2.6', '$.b[0]', nulls, [null]],
    ['2.6', '$.b[*]', nulls, [null]],
    ['2.6', '$.b[?@]', nulls, [null]],
    ['2.6', '$.b[?@==null]', nulls, [null]],
    ['2.6', '$.c[?@.d==null]', nulls, []],
    ['2.6', '$.null', nulls, [1]],
  ]
  for (const [section, path, document, expected] of cases) {
    test(`${section}: ${path}`, () => assert.deepEqual(valuesOf(path, document), expected))
  }

  test('2.5.2: $..* finds every value', () => {
    assert.equal(valuesOf('$..*', nested).length, 11)
    assert.equal(valuesOf('$..[*]', nested).length, 11)
  })

  const comparable = { obj: { x: 'y' }, arr: [2, 3] }
  const logical: [string, boolean][] = [
    ['$.absent1 == $.absent2', true],
    ['$.absent1 <= $.absent2', true],
    ["$.absent == 'g'", false],
    ['$.absent1 != $.absent2', false],
    ["$.absent != 'g'", true],
    ['1 <= 2', true],
    ['1 > 2', false],
    ["13 == '13'", false],
    ["'a' <= 'b'", true],
    ["'a' > 'b'", false],
    ['$.obj == $.arr', false],
    ['$.obj != $.arr', true],
    ['$.obj == $.obj', true],
    ['$.obj != $.obj', false],
    ['$.arr == $.arr', true],
    ['$.obj == 17', false],
    ['$.obj != 17', true],
    ['$.obj <= $.arr', false],
    ['$.obj < $.arr', false],
    ['$.obj <= $.obj', true],
    ['$.arr <= $.arr', true],
    ['1 <= $.arr', false],
    ['1 >= $.arr', false],
    ['1 > $.arr', false],
    ['1 < $.arr', false],
    ['true <= true', true],
    ['true > true', false],
    ['length($.arr) == 2', true],
    ['count($.obj.*) == 1', true],
    ['value($..x) == "y"', true],
  ]
  for (const [expression, holds] of logical) {
    test(`2.3.5: ${expression} is ${holds}`, () =>
      assert.equal(valuesOf(`$[?${expression}]`, comparable).length > 0, holds))
  }

  for (const path of [
    '$[?length(@.*) < 3]',
    '$[?count(1) == 1]',
    "$[?match(@.timezone, 'Europe/.*') == true]",
    '$[?value(@..color)]',
    '$[?unknown(@.a)]',
    '$.',
    '$[01]',
    '$[?@.a = 1]',
    'a.b',
    '$..',
  ]) {
    test(`${path} is no path`, () => assert.equal(query(path, {}).kind, 'gave-up'))
  }
})

suite('the length of an array', () => {
  const document = { list: [1, 2, 3], lists: [[], [1]], length: 'own', text: 'abc', object: { length: 7 } }
  const cases: [string, JSONValue[]][] = [
    ['$.list.length', [3]],
    ["$.list['length']", [3]],
    ['$.lists[*].length', [0, 1]],
    ['$.length', ['own']],
    ['$.object.length', [7]],
    ['$.text.length', []],
    ['$.nothing.length', []],
    ['$.lists[?@.length > 0]', [[1]]],
    ['$..length', ['own', 7]],
  ]
  for (const [path, expected] of cases) {
    test(`${path} is ${JSON.stringify(expected)}`, () => assert.deepEqual(valuesOf(path, document), expected))
  }
})

suite('whether a path can yield several values', () => {
  const cases: [string, boolean][] = [
    ['', true],
    ['$', true],
    ['$.a', true],
    ["$['a'][0]", true],
    ['$.a.length', true],
    ['$[-1]', true],
    ['$.*', false],
    ['$[0,1]', false],
    ['$[0:1]', false],
    ['$..a', false],
    ['$[?@.a]', false],
    ['$.a[*].length', false],
  ]
  for (const [path, isSingular] of cases) {
    test(`${path === '' ? 'the empty path' : path}: ${isSingular ? 'no' : 'yes'}`, () => {
      const answer = query(path, [])
      assert.equal(answer.kind === 'values' && answer.isSingular, isSingular)
    })
  }
})

suite('regular expressions inside a path', () => {
  const cases: [string, JSONValue, number][] = [
    ['$[?match(@, "a.c")]', ['abc', 'a\nc', 'a\rc', 'xabc', 'a\u2028c', 'a😀c'], 3],
    ['$[?search(@, "a.c")]', ['abc', 'a\nc', 'a\rc', 'xabc'], 2],
    ['$[?search(@, "a[.]c")]', ['abc', 'a.c'], 1],
    ['$[?search(@, "a\\\\.c")]', ['abc', 'a.c'], 1],
    ['$[?match(@, "\\\\p{Lu}")]', ['A', 'a', 'Ä', '1'], 2],
    ['$[?match(@, "a|ab")]', ['ab', 'a', 'b'], 2],
    ['$[?match(@.t, @.p)]', [{ t: 'ab', p: 'a.' }, { t: 'ab', p: '[' }, { t: 'ab' }, { t: 1, p: '1' }], 1],
  ]
  for (const [path, document, count] of cases) {
    test(path, () => assert.equal(valuesOf(path, document).length, count))
  }

  test('a pattern that hangs other engines takes time by the length of the text, wherever it comes from', () => {
    assertLinear(4_000, (length) => {
      const document = { text: `${'a'.repeat(length)}b`, pattern: '(a+)+$' }
      assert.deepEqual(valuesOf("$[?match(@, '(a+)+c')]", document), [])
      assert.deepEqual(valuesOf('$[?search($.text, $.pattern)]', document), [])
    })
  })
})

suite('a path that would never end', () => {
  const row = Object.fromEntries(letters.map((letter) => [letter, 1]))
  const document = { rows: Array.from({ length: 50 }, () => row) }
  const many = Array(150).fill('*').join(',')
  const inner = '$..[?count('.repeat(8) + '$..*' + ')>0]'.repeat(8)
  const honest = Array.from({ length: 45_000 }, () => 1)
  for (const [name, path] of [
    ['lists of wildcards', `$[${many}][${many}][${many}]`],
    ['lists of wildcards that find nothing', `$[${many}][${many}][${many}][?@.x]`],
    ['filters inside filters', inner],
    ['descents after descents', `$${`..[${Array(20).fill('*').join(',')}]`.repeat(20)}`],
  ] as const) {
    test(`is given up: ${name}`, () => {
      const tookMs = cpuMs(() => assert.throws(() => query(path, document), TooMuchWork))
      const honestMs = cpuMs(() => assert.equal(valuesOf('$[*,*]', honest).length, 90_000))
      assert.ok(tookMs < 50 * honestMs, `${tookMs} ms, and ${honestMs} ms for a path within the limit`)
    })
  }

  test('leaves nothing for the other paths of its run', () => {
    const budget = createWorkBudget()
    assert.throws(() => queryJson(inner, document, budget), TooMuchWork)
    for (let index = 0; index < 99; index += 1) {
      assert.throws(() => queryJson(inner, document, budget), TooMuchWork)
      assert.throws(() => budget.spend(1), TooMuchWork)
    }
  })

  test('does not spoil the same path for the next document', () => {
    const path = `$[${many}][${many}][${many}]`
    assert.throws(() => query(path, document), TooMuchWork)
    assert.deepEqual(valuesOf(path, [[]]), [])
  })
})

suite('the work of a path is bounded', () => {
  const text = 'a'.repeat(200_000)
  const large = {
    text,
    same: `${text}`,
    keys: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])),
  }
  const twin = structuredClone(large)
  const rows = Array.from({ length: 5_000 }, (_, n) => n)
  const patterns = Array.from({ length: 5_000 }, (_, n) => `(a|b|c|d){1,300}x${n}`)
  const searches: [string, string, JSONValue][] = [
    ['a large pattern on a long text', "$[?search(@, '([a-c]|[b-d]){1,400}[^a-z]')]", [text]],
    [
      'a large pattern on many texts',
      "$[?search(@, '(a|b|c|d){1,400}x')]",
      Array(2_000).fill('a'.repeat(100)),
    ],
    ['a pattern on one long text again and again', "$.rows[?search($.text, 'a.*b')]", { text, rows }],
    ['the same for whole matches', "$.rows[?match($.text, 'a.*b')]", { text, rows }],
    ['many patterns out of the document', '$.patterns[?search("abcabc", @)]', { patterns }],
    ['a pattern of a megabyte', '$[?search("abc", $[0])]', ['a'.repeat(1_000_000)]],
  ]
  const comparisons: [string, string, JSONValue][] = [
    ['comparing large values again and again', '$.rows[?$.large == $.twin]', { rows, large, twin }],
    ['comparing long texts again and again', '$.rows[?$.large.text <= $.twin.text]', { rows, large, twin }],
    [
      'counting the names of a large object again and again',
      '$.rows[?length($.large.keys) > 1]',
      { rows, large },
    ],
    ['filters that ask nothing of a value', `$.rows[${Array(300).fill('?1==2').join(',')}]`, { rows }],
  ]
  for (const [name, path, document] of [
    ...some('searches that are much work', searches),
    ...some('comparisons that are much work', comparisons),
  ]) {
    test(name, () => {
      const before = process.cpuUsage()
      assert.throws(() => query(path, document), TooMuchWork)
      const { user, system } = process.cpuUsage(before)
      assert.ok(user + system < 4_000_000, `${(user + system) / 1_000} ms`)
    })
  }

  test('what a check commonly asks for is far below it', () => {
    const items = Array.from({ length: 20_000 }, (_, n) => ({ id: n, name: `item ${n}`, tags: ['x'] }))
    assert.equal(valuesOf('$[?@.id == 7]', items).length, 1)
    assert.equal(valuesOf("$[?search(@.name, '^item 1234')]", items.slice(0, 5_000)).length, 1)
    assert.equal(valuesOf('$..name', items.slice(0, 10_000)).length, 10_000)
  })
})

suite('odd documents', () => {
  const deep = (depth: number): JSONValue => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

  test('300 levels are descended', () => assert.equal(valuesOf('$..*', deep(300)).length, 299))

  test('100,000 levels are refused, not a crash', () => {
    assert.equal(query('$..*', deep(100_000)).kind, 'gave-up')
    assert.equal(query('$[?@ == $[0]]', [deep(100_000), deep(100_000)]).kind, 'gave-up')
  })

  test('a name that every object has is found only where a document has it', () => {
    assert.deepEqual(valuesOf('$.constructor', {}), [])
    assert.deepEqual(valuesOf("$['__proto__']", {}), [])
    assert.deepEqual(valuesOf("$['__proto__']", JSON.parse('{"__proto__":1}')), [1])
  })

  test('more paths than are remembered still work', () => {
    for (let index = 0; index < 3_000; index += 1) assert.deepEqual(valuesOf(`$[${index}]`, []), [])
  })
})
