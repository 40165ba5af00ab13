import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import * as fc from 'fast-check'
import { createScrubber } from './scrubber.ts'
import { isMaskable } from './secret-forms.ts'

const mask = '*********'
const secret = 'p@ss w%rd+'
const scrubber = createScrubber([secret])
const { text } = scrubber

suite('synthetic case 54: a secret is masked', () => {
  const base64 = (content: string) => Buffer.from(content).toString('base64')
  const hex = Buffer.from(secret).toString('hex')
  const cases: [string, string, string][] = [
    ['raw', `password ${secret}!`, `password ${mask}!`],
    ['percent-encoded', `?p=${encodeURIComponent(secret)}&q`, `?p=${mask}&q`],
    ['percent-encoded as a whole address', `/${encodeURI(secret)}`, `/${mask}`],
    ['percent-encoded in lower case', `?p=${encodeURIComponent(secret).toLowerCase()}`, `?p=${mask}`],
    ['form-encoded', new URLSearchParams({ p: secret, q: '1' }).toString(), `p=${mask}&q=1`],
    ['in base64', `x ${base64(secret)} y`, `x ${mask} y`],
    ['in base64url', Buffer.from(secret).toString('base64url'), mask],
    ['in hex', `0x${hex}`, `0x${mask}`],
    ['in upper-case hex', hex.toUpperCase(), mask],
    ['twice', secret + secret, mask],
  ]
  for (const [form, given, expected] of cases) {
    test(form, () => assert.equal(text(given), expected))
  }

  for (const before of ['', 'a', 'ab', 'user:', 'admin:', 'user01:']) {
    test(`in the base64 of "${before}…"`, () => {
      const encoded = base64(`${before}${secret}, and more`)
      const masked = text(`Basic ${encoded}`)
      assert.ok(masked.includes(mask), masked)
      // What is left must not decode to any three characters of it.
      for (const part of masked.split(mask)) {
        for (let index = 0; index + 3 <= secret.length; index += 1) {
          const decoded = Buffer.from(part.replace('Basic ', ''), 'base64').toString('latin1')
          assert.ok(!decoded.includes(secret.slice(index, index + 3)), masked)
        }
      }
    })
  }

  test('with characters that JSON and HTML escape', () => {
    const odd = `a"b\\c/d<e>&f'g\n€😀`
    const own = createScrubber([odd])
    const json = JSON.stringify({ odd })
    assert.equal(own.text(json), `{"odd":"${mask}"}`)
    assert.equal(own.text(JSON.stringify(json)), `"{\\"odd\\":\\"${mask}\\"}"`)
    const html = `a&quot;b\\c/d&lt;e&gt;&amp;f&#39;g\n€😀`
    assert.equal(own.text(`<p>${html}</p>`), `<p>${mask}</p>`)
    assert.equal(own.text(Buffer.from(odd).toString('base64')), mask)
    assert.equal(own.text(encodeURIComponent(odd)), mask)
  })

  test('with the special characters @ % ! + in every encoding', () => {
    const odd = "@%!+*'()~ x"
    const own = createScrubber([odd])
    const strict = encodeURIComponent(odd).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16)}`,
    )
    for (const form of [
      odd,
      encodeURI(odd),
      encodeURIComponent(odd),
      new URLSearchParams({ '': odd }).toString().slice(1),
    ]) {
      assert.equal(own.text(`<${form}>`), `<${mask}>`)
    }
    assert.equal(own.text(strict.toLowerCase()), mask)
  })

  test('the longest first, and nothing is left where secrets overlap', () => {
    const own = createScrubber(['abcd', 'abcdef', 'efghij'])
    assert.equal(own.text('-abcdef-'), `-${mask}-`)
    assert.equal(own.text('-abcdefghij-'), `-${mask}-`)
    assert.equal(own.text('-abcd efghij-'), `-${mask} ${mask}-`)
  })

  test('case matters', () => assert.equal(text(secret.toUpperCase()), secret.toUpperCase()))

  test('a long one is masked as well', () => {
    const long = 'key '.repeat(32_000)
    assert.equal(createScrubber([long]).text(`<${long}>`), `<${mask}>`)
  })

  test('a long one is masked in forms that are longer still', () => {
    const long = 'p w'.repeat(40_000)
    const own = createScrubber([long])
    for (const form of [encodeURIComponent(long), Buffer.from(long).toString('hex')]) {
      assert.equal(own.text(`<${form}>`), `<${mask}>`)
    }
  })

  test('as other programs write it into JSON, HTML, addresses, certificates and names', () => {
    const odd = `A"b/c<d>&e'f+g,h€i`
    const own = createScrubber([odd])
    for (const form of [
      String.raw`A\"b/c\u003cd\u003e\u0026e'f+g,h€i`,
      String.raw`A\u0022b/c\u003Cd\u003E\u0026e\u0027f\u002Bg,h\u20ACi`,
      String.raw`A\"b\/c<d>&e'f+g,h\u20aci`,
      'A&#34;b/c&lt;d&gt;&amp;e&#39;f+g,h€i',
      Buffer.from(odd).toString('latin1'),
      String.raw`A\"b/c\<d\>&e'f\+g\,h€i`,
      String.raw`A"b/c<d>&e'f+g,h\226\130\172i`,
      new URL(`http://h/${odd}`).pathname.slice(1),
      new URL(`http://h/?${odd}`).search.slice(1),
      encodeURIComponent(encodeURIComponent(odd)),
    ]) {
      assert.equal(own.text(`<${form}>`), `<${mask}>`, form)
    }
    assert.equal(createScrubber(['Tenant-7A']).text('tenant-7a.example.com'), `${mask}.example.com`)
    assert.equal(createScrubber(['Zürich']).text('xn--zrich-kva.example.com'), `${mask}.example.com`)
    assert.equal(createScrubber(['2130706433']).text('127.0.0.1'), '127.0.0.1')
    assert.equal(createScrubber(['line\nend']).text('/lineend'), `/${mask}`)
  })

  test('with some or all of its characters escaped', () => {
    const odd = `h"u n\\t&er/2€😀`
    const own = createScrubber([odd, 'hunter2'])
    const units = Array.from({ length: odd.length }, (_value, index) => odd.charCodeAt(index))
    const inJson = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`
    const points = [...odd].map((character) => character.codePointAt(0) ?? 0)
    const all = [
      units.map(inJson).join(''),
      units.map((code) => inJson(code).toUpperCase().replace('U', 'u')).join(''),
      JSON.stringify(units.map(inJson).join('')).slice(1, -1),
      points.map((code) => `\\u{${code.toString(16)}}`).join(''),
      points.map((code) => `&#${code};`).join(''),
      points.map((code) => `&#x${code.toString(16)};`).join(''),
      points.map((code) => `&#X${code.toString(16).toUpperCase()};`).join(''),
    ]
    for (const form of all) assert.equal(own.text(`<${form}> & \\u003c`), `<${mask}> & \\u003c`, form)
    for (const some of [
      String.raw`\u0068unter2`,
      String.raw`h\u0075nt\\u0065r2`,
      String.raw`\x68unter\x32`,
      'hunt&#101;r2',
      'hunt&#101r2',
      'h&#x75;n&#x74;er2',
    ]) {
      assert.equal(own.text(`a${some} b`), `a${mask} b`, some)
    }
    assert.equal(own.text('h&quot;u n&bsol;t&amp;er&sol;2€&#128512;'), mask)
    const { value } = scrubber
    assert.deepEqual(value({ [String.raw`\u0070@ss w%rd+`]: ['p&#64;ss w%rd&plus;'] }), { [mask]: [mask] })
  })

  test('nothing else changes where there are escapes', () => {
    const own = createScrubber(['hunter2', '…&#', String.raw`\u00`])
    for (const harmless of [
      String.raw`\ \\ \n \u00e9 \x41 \" \u{1f600} \q \u{zz}`,
      '&amp; &nope; &#65; &#x41; & &; &#; &#99999999; &#x110000;',
      '',
    ]) {
      assert.equal(createScrubber(['hunter2']).text(harmless), harmless)
    }
    assert.equal(own.text(String.raw`a\u00`), `a${mask}`)
  })

  test('half a surrogate pair does no harm', () => {
    assert.equal(createScrubber(['ab\ud800cd']).text('ab\ud800cd'), mask)
  })
})

suite('values that are left alone', () => {
  for (const value of [
    '',
    'ab',
    '/',
    '*',
    '123',
    '12',
    'http',
    'https://',
    'artifact',
    '***',
    'x'.repeat(128_001),
  ]) {
    test(`${value.slice(0, 20)} is`, () => {
      assert.equal(isMaskable(value), false)
      assert.equal(createScrubber([value]).text(`-${value}-`), `-${value}-`)
    })
  }

  test('1234 is not one of them', () => assert.equal(createScrubber(['1234']).text('12345'), `${mask}5`))
})

suite('credentials that nobody called secret are masked', () => {
  const { text: plain } = createScrubber([])
  const cases: [string, string][] = [
    ['Authorization: Bearer abc\r\nAccept: */*', `Authorization: ${mask}\r\nAccept: */*`],
    ['authorization: Digest username="u", response="r"', `authorization: ${mask}`],
    ['proxy-authorization:Basic abc', `proxy-authorization:${mask}`],
    ['Cookie: a="b"; c=d\nnext', `Cookie: ${mask}\nnext`],
    ['x-api-key=abc&other=1', `x-api-key=${mask}&other=1`],
    ['{"authorization":"Bearer a\\"b","x":1}', `{"authorization":"${mask}","x":1}`],
    ['{"Set-Cookie": ["a=1", "b=2"], "x": 1}', `{"Set-Cookie": ["${mask}], "x": 1}`],
    ['{\\"X-API-Key\\":\\"abc\\",\\"x\\":1}', `{\\"X-API-Key\\":\\"${mask}\\",\\"x\\":1}`],
    ['{"name":"Authorization","value":"abc"}', `{"name":"Authorization","value":"${mask}"}`],
    [`curl -H "Cookie: a=b" -H 'X-Api-Key: c' x`, `curl -H "Cookie: ${mask}" -H 'X-Api-Key: ${mask}' x`],
    ['{"level":30,"msg":"sent cookie: a=b","pid":1}', `{"level":30,"msg":"sent cookie: ${mask}","pid":1}`],
    ['no\n{"msg":"cookie: a"}\ncookie: "a', `no\n{"msg":"cookie: ${mask}"}\ncookie: "${mask}`],
    ['https://user:p4ss@host/path', `https://${mask}@host/path`],
    // The reason of an assertion on such a header, which shows no value of it.
    [
      `Headers (set-cookie): expected ${mask} to equal "x"`,
      `Headers (set-cookie): expected ${mask} to equal "x"`,
    ],
    ['ftp://token@host', `ftp://${mask}@host`],
    ['http://a:p@ss@host?x=y@z', `http://${mask}@host?x=y@z`],
    ['proxy=http://u:p@proxy:3128,x', `proxy=http://${mask}@proxy:3128,x`],
  ]
  for (const [given, expected] of cases) {
    test(JSON.stringify(given), () => assert.equal(plain(given), expected))
  }

  for (const harmless of [
    'https://host/path?mail=a@b',
    'the cookie was set',
    'my-authorization: x',
    'x-authorization-id: 5',
    'mailto:a@b',
    '://',
    'authorization',
    'authorization:',
  ]) {
    test(`${harmless} stays`, () => assert.equal(plain(harmless), harmless))
  }
})

suite('results', () => {
  test('are the same object when there is nothing to mask', () => {
    const result = { a: [1, { b: 'text', c: null }], d: true }
    assert.equal(scrubber.value(result), result)
  })

  test('keep what needs no mask, and do not change what was given', () => {
    const kept = { b: [1, 2] }
    const given = { kept, list: ['x', `is ${secret}`], [`key ${secret}`]: 1, number: 12.5 }
    const before = structuredClone(given)
    const scrubbed = scrubber.value(given)
    assert.deepEqual(scrubbed, { kept, list: ['x', `is ${mask}`], [`key ${mask}`]: 1, number: 12.5 })
    assert.equal(scrubbed.kept, kept)
    assert.deepEqual(given, before)
  })

  test('have their credential headers masked, whatever holds them', () => {
    const headers = { Authorization: 'Bearer x', 'set-cookie': ['a', 'b'], 'X-Api-Key': '', accept: 'y' }
    assert.deepEqual(scrubber.value(headers), {
      Authorization: mask,
      'set-cookie': [mask, mask],
      'X-Api-Key': '',
      accept: 'y',
    })
    const har = [
      { name: 'Cookie', value: 'a=b' },
      { name: 'Accept', value: 'c' },
    ]
    assert.deepEqual(scrubber.value(har), [{ name: 'Cookie', value: mask }, har[1]])
  })

  test('keep their own words, and no others', () => {
    const own = createScrubber(['status', 'TXT', 'stat'], { ownWords: new Set(['status', 'TXT']) })
    const given = { status: 'TXT', other: 'the TXT', stats: 'status' }
    assert.deepEqual(own.value(given), { status: 'TXT', other: `the ${mask}`, [`${mask}s`]: 'status' })
  })

  test('do not outgrow the limits that they were cut for', () => {
    const own = createScrubber(['q~^'])
    assert.equal(own.text('q~^, q~^'), `${mask}, ${mask}`)
    for (const times of [200, 250, 2_500]) {
      const given = 'q~^ '.repeat(times)
      const shown = own.text(given)
      assert.equal(shown.length, Math.max(1_000, given.length))
      assert.ok(!shown.includes('q~^'))
    }
  })

  test('that nest absurdly deep are masked there, in time', () => {
    const deep: unknown = JSON.parse('{"a":'.repeat(100_000) + `"${secret}"` + '}'.repeat(100_000))
    const shown = JSON.stringify(scrubber.value(deep))
    assert.ok(!shown.includes(secret))
    assert.ok(shown.includes(mask))
  })
})

test('no secret survives in any text, whatever surrounds it', () => {
  const secrets = fc.array(fc.string({ unit: 'grapheme', minLength: 4, maxLength: 20 }).filter(isMaskable), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), (values, before, after) => {
      const own = createScrubber(values)
      for (const hidden of values) {
        const forms = [
          hidden,
          encodeURIComponent(hidden),
          JSON.stringify(hidden).slice(1, -1),
          Buffer.from(hidden).toString('hex'),
          Buffer.from(hidden).toString('base64'),
        ]
        for (const form of forms) {
          const masked = own.text(`${before}${form}${after}`)
          // The mask itself may hold what looks like a secret made of asterisks.
          if (!form.includes('*')) assert.ok(!masked.replaceAll(mask, '\0').includes(form), masked)
        }
      }
    }),
    { numRuns: rounds(1_000) },
  )
})

suite('inputs that could take for ever', () => {
  const half = 'a'.repeat(1_000)
  const own = createScrubber([half, `${half}b`, `${half}b${half}`])
  for (const piece of [
    'a',
    'authorization:',
    'cookie="',
    '://',
    '@',
    '\\"',
    '{"cookie":[',
    'http://a',
    ' ',
    '…',
    'aaaa…',
  ]) {
    test(`a million characters of ${piece} take no time that grows with their square`, () => {
      const given = piece.repeat(1_000_000 / piece.length)
      const before = process.cpuUsage()
      own.text(given)
      // Of this process: how long it waits for a busy machine is not its doing. A scan of every rest of the text from every
      // character of it would take minutes; in proportion to its length it takes a tenth of a second, and on a bad day one.
      const { user, system } = process.cpuUsage(before)
      const tookMs = (user + system) / 1000
      assert.ok(tookMs < 10_000, `${tookMs} ms`)
    })
  }

  test('what would take too long to look at is not shown', () => {
    const tricky = createScrubber([`${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`])
    const shown = tricky.text(`begin ${'a'.repeat(1_000_000)}`)
    assert.ok(shown.startsWith('begin a'))
    assert.ok(shown.endsWith(mask))
  })
})

test('an entry of a list that is named like a credential is masked, whatever the list calls its names', () => {
  const entries = [
    { name: 'Authorization', value: 'Bearer abc' },
    { key: 'x-api-key', value: 'k' },
    { key: 'x-team', value: 'shop' },
  ]
  assert.deepEqual(scrubber.value(entries), [
    { name: 'Authorization', value: mask },
    { key: 'x-api-key', value: mask },
    { key: 'x-team', value: 'shop' },
  ])
})
