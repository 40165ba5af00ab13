import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { encode, type Answer, type Packet } from 'dns-packet'
import { ipv4, questionOf, replyTo, resource, wireName } from '../../testing/dns-responder.ts'
import { encodeQuery, type Query } from './query.ts'
import { readReply, type Reply } from './read-reply.ts'

function queryFor(...[name, type]: Parameters<typeof encodeQuery>): Query {
  const query = encodeQuery(name, type, 4711)
  assert.ok(query)
  return query
}

const query = queryFor('www.example.org', 'A')

function readWhole(bytes: Buffer, asked = query): Reply {
  const read = readReply(bytes, asked)
  assert.equal(read.kind, 'reply', JSON.stringify(read))
  return read.kind === 'reply' ? read.reply : assert.fail()
}

const kindOf = (bytes: Buffer, asked = query) => readReply(bytes, asked).kind
const dataOf = (record: Buffer, asked = query) =>
  readWhole(replyTo(asked.message, { answers: [record] }), asked).json.Answer[0]?.data

/** What another implementation writes. */
function packet(answers: Answer[], fields: Packet = {}): Buffer {
  return encode({
    type: 'response',
    id: 4711,
    flags: 0x0180,
    questions: [{ type: 'A', name: 'www.example.org' }],
    answers,
    ...fields,
  })
}

suite('replies of another implementation', () => {
  test('the document has the form of the specification', () => {
    const { json } = readWhole(
      packet([
        { type: 'CNAME', name: 'www.example.org', ttl: 300, data: 'web.example.org' },
        { type: 'A', name: 'web.example.org', ttl: 60, data: '192.0.2.10' },
      ]),
    )
    assert.deepEqual(json, {
      Status: 'NOERROR',
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name: 'www.example.org.', type: 'A' }],
      Answer: [
        { name: 'www.example.org.', type: 'CNAME', TTL: 300, data: 'web.example.org.' },
        { name: 'web.example.org.', type: 'A', TTL: 60, data: '192.0.2.10' },
      ],
    })
  })

  test('the text is a listing that people know', () => {
    const { text } = readWhole(packet([{ type: 'A', name: 'www.example.org', ttl: 60, data: '192.0.2.10' }]))
    assert.equal(
      text,
      [
        ';; opcode: QUERY, status: NOERROR, id: 4711',
        ';; flags: qr rd ra; QUERY: 1, ANSWER: 1, AUTHORITY: 0, ADDITIONAL: 0',
        '',
        ';; QUESTION SECTION:',
        ';www.example.org.\tIN\tA',
        '',
        ';; ANSWER SECTION:',
        'www.example.org.\t60\tIN\tA\t192.0.2.10',
        '',
      ].join('\n'),
    )
  })

  const name = 'www.example.org'
  const cases: [Answer, string][] = [
    [{ type: 'AAAA', name, data: '2001:db8::1' }, '2001:db8::1'],
    [{ type: 'NS', name, data: 'ns1.example.org' }, 'ns1.example.org.'],
    [{ type: 'MX', name, data: { preference: 10, exchange: 'mail.example.org' } }, '10 mail.example.org.'],
    [{ type: 'TXT', name, data: ['v=spf1 ', '-all'] }, 'v=spf1 -all'],
    [{ type: 'PTR', name, data: 'host.example.org' }, 'host.example.org.'],
    [
      { type: 'SRV', name, data: { priority: 1, weight: 2, port: 443, target: 'a.example.org' } },
      '1 2 443 a.example.org.',
    ],
    [
      {
        type: 'SOA',
        name,
        data: {
          mname: 'ns1.example.org',
          rname: 'admin.example.org',
          serial: 2026010101,
          refresh: 7200,
          retry: 3600,
          expire: 1209600,
          minimum: 300,
        },
      },
      'ns1.example.org. admin.example.org. 2026010101 7200 3600 1209600 300',
    ],
  ]
  for (const [answer, data] of cases) {
    test(`${answer.type} is shown as ${data}`, () => {
      assert.equal(readWhole(packet([answer])).json.Answer[0]?.data, data)
    })
  }
})

suite('forms of data', () => {
  test('IPv6 addresses have their one short form', () => {
    for (const [hex, shown] of [
      ['20010db8000000000000000000000001', '2001:db8::1'],
      ['00000000000000000000000000000000', '::'],
      ['00000000000000000000000000000001', '::1'],
      ['20010db8000000010000000000000000', '2001:db8:0:1::'],
      ['20010db8000000010001000100010001', '2001:db8:0:1:1:1:1:1'],
      ['20010000000000010000000000000001', '2001:0:0:1::1'],
      ['20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ] as const) {
      assert.equal(dataOf(resource(28, Buffer.from(hex, 'hex'))), shown)
    }
  })

  test('D11: an HTTPS record is written as its standard writes it', () => {
    const parameters = [
      [1, Buffer.from('\u0002h3\u0002h2')],
      [3, Buffer.from([0x20, 0xfb])],
      [4, Buffer.from([192, 0, 2, 1, 192, 0, 2, 2])],
      [5, Buffer.from([1, 2, 3])],
      [6, Buffer.from('20010db8000000000000000000000001', 'hex')],
      [65_000, Buffer.from('h3"\\')],
    ] as const
    const wire = parameters.map(([key, value]) => {
      const head = Buffer.alloc(4)
      head.writeUInt16BE(key, 0)
      head.writeUInt16BE(value.length, 2)
      return Buffer.concat([head, value])
    })
    const data = Buffer.concat([Buffer.from([0, 1, 0]), ...wire])
    assert.equal(
      dataOf(resource(65, data)),
      String.raw`1 . alpn="h3,h2" port="8443" ipv4hint="192.0.2.1,192.0.2.2" ech="AQID" ipv6hint="2001:db8::1" key65000="h3\"\\"`,
    )
    assert.equal(
      dataOf(resource(65, Buffer.concat([Buffer.from([0, 0]), wireName('a.example')]))),
      '0 a.example.',
    )
  })

  test('commas inside a protocol are escaped twice, and keys without a value stand alone', () => {
    const alpn = Buffer.from('\u0005f\\oo,\u0002h2')
    const data = Buffer.concat([
      Buffer.from([0, 1, 0, 0, 1, 0, alpn.length]),
      alpn,
      Buffer.from([0, 2, 0, 0]),
    ])
    assert.equal(dataOf(resource(65, data)), String.raw`1 . alpn="f\\\\oo\\,,h2" no-default-alpn`)
  })

  test('text records are joined before they are read as characters, and cannot forge lines', () => {
    const [high, low] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)]
    const cut = Buffer.concat([Buffer.from([1]), high, Buffer.from([1]), low])
    assert.equal(dataOf(resource(16, cut)), 'é')
    const forged = 'x\nwww.example.org.\t1\tIN\tA\t192.0.2.66'
    const record = resource(16, Buffer.concat([Buffer.from([forged.length]), Buffer.from(forged)]))
    const { json, text } = readWhole(replyTo(query.message, { answers: [record] }))
    assert.equal(json.Answer[0]?.data, forged)
    assert.equal(text.split('\n').filter((line) => line.startsWith('www.')).length, 1)
  })

  test('unknown types and classes are shown as what they are', () => {
    const record = resource(999, Buffer.from([1, 2, 255]), { dnsClass: 3 })
    const { json, text } = readWhole(
      replyTo(query.message, { answers: [record, resource(998, Buffer.alloc(0))] }),
    )
    assert.deepEqual(json.Answer[0], {
      name: 'www.example.org.',
      type: 'TYPE999',
      TTL: 300,
      data: String.raw`\# 3 0102ff`,
    })
    assert.equal(json.Answer[1]?.data, String.raw`\# 0`)
    assert.match(text, /\tCLASS3\tTYPE999\t/)
  })

  test('dots and odd bytes inside a part of a name are escaped', () => {
    const odd = Buffer.concat([Buffer.from([6]), Buffer.from('a.b\\ c'), Buffer.from([0])])
    assert.equal(dataOf(resource(5, odd)), String.raw`a\.b\\\032c.`)
  })

  test('codes have their names, also those that need the extension', () => {
    const codeOf = (code: number, additional: Buffer[] = []) =>
      readWhole(replyTo(query.message, { code, additional })).json.Status
    const names = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED']
    assert.deepEqual(
      names.map((_, code) => codeOf(code)),
      names,
    )
    assert.equal(codeOf(13), 'RCODE13')
    const extension = resource(41, Buffer.alloc(0), { name: Buffer.from([0]), ttl: 1 << 24 })
    assert.equal(codeOf(0, [extension]), 'BADVERS')
    assert.equal(codeOf(7, [extension]), 'RCODE23')
  })
})

suite('replies that are not ours', () => {
  test('D12: another id, another question or another type is foreign', () => {
    assert.equal(kindOf(replyTo(query.message, { id: 4712 })), 'foreign')
    assert.equal(
      kindOf(replyTo(query.message, { question: queryFor('www.example.net', 'A').question })),
      'foreign',
    )
    assert.equal(
      kindOf(replyTo(query.message, { question: queryFor('www.example.org', 'MX').question })),
      'foreign',
    )
    assert.equal(kindOf(query.message), 'foreign', 'our own query is no reply')
    assert.equal(kindOf(Buffer.from([1])), 'foreign')
  })

  test('the case of the question does not matter, except in its numbers', () => {
    const shouted = Buffer.from(questionOf(queryFor('WWW.EXAMPLE.ORG', 'A').message))
    assert.equal(kindOf(replyTo(query.message, { question: shouted })), 'reply')
    // 65 is the letter A, and 97 the letter a.
    const https = queryFor('www.example.org', 'HTTPS')
    const question = Buffer.from(https.question)
    question.writeUInt16BE(97, question.length - 4)
    assert.equal(kindOf(replyTo(https.message, { question }), https), 'foreign')
  })

  test('an error may leave the question out, and a good reply may not', () => {
    assert.equal(kindOf(replyTo(query.message, { question: Buffer.alloc(0), code: 1 })), 'reply')
    assert.equal(kindOf(replyTo(query.message, { question: Buffer.alloc(0) })), 'malformed')
  })
})

suite('malformed replies', () => {
  const whole = replyTo(query.message, {
    answers: [
      ipv4(192, 0, 2, 1),
      resource(15, Buffer.concat([Buffer.from([0, 10]), wireName('mail.example.org')])),
    ],
  })

  test('cut at any byte, a reply is malformed and nothing else', () => {
    for (let end = 2; end < whole.length; end += 1) {
      assert.equal(kindOf(whole.subarray(0, end)), 'malformed', `cut after ${end} bytes`)
    }
    assert.equal(kindOf(whole), 'reply')
  })

  test('a reply that says it was cut keeps the records that are whole', () => {
    const cut = replyTo(query.message, { flags: 0x0200, answers: [ipv4(192, 0, 2, 1), ipv4(192, 0, 2, 2)] })
    const { json } = readWhole(cut.subarray(0, cut.length - 3))
    assert.equal(json.TC, true)
    assert.equal(json.Answer.length, 1)
  })

  for (const [what, record] of [
    ['an address that is too short', resource(1, Buffer.from([192, 0]))],
    ['an address that is too long', resource(1, Buffer.alloc(5))],
    ['a text that runs past its record', resource(16, Buffer.from([9, 65, 66]))],
    ['a name that points to itself', resource(5, Buffer.from([0xc0, 12 + 21 + 12]))],
    ['a name that points forward', resource(5, Buffer.from([0xc1, 0x00]))],
    [
      'a name of 256 bytes',
      resource(
        5,
        Buffer.concat([...Array.from({ length: 32 }, () => Buffer.from('\u0007abcdefg')), Buffer.from([0])]),
      ),
    ],
    ['a part of unknown form', resource(5, Buffer.from([0x80, 0]))],
    ['a hint of three bytes', resource(65, Buffer.from([0, 1, 0, 0, 4, 0, 3, 1, 2, 3]))],
    ['a parameter that runs past its record', resource(65, Buffer.from([0, 1, 0, 0, 4, 0, 9, 1]))],
    ['a protocol that runs past its list', resource(65, Buffer.from([0, 1, 0, 0, 1, 0, 2, 9, 65]))],
  ] as const) {
    test(`${what} is malformed`, () => {
      assert.equal(kindOf(replyTo(query.message, { answers: [record, ipv4(1, 2, 3, 4)] })), 'malformed')
    })
  }

  test('two names that point at each other do not hang', () => {
    const start = 12 + query.question.length
    const one = resource(5, Buffer.from([0xc0, start + 12 + 2 + 12]))
    const two = resource(5, Buffer.from([0xc0, start + 12]))
    assert.equal(kindOf(replyTo(query.message, { answers: [one, two] })), 'malformed')
  })

  test('a reply that unfolds to many megabytes of names is refused', () => {
    const long = Buffer.concat([
      ...Array.from({ length: 31 }, () => Buffer.from('\u0007\u0001\u0001\u0001\u0001\u0001\u0001\u0001')),
      Buffer.from([0]),
    ])
    const at = 12 + query.question.length + 12
    const pointer = Buffer.from([0xc0, at])
    const answers = [
      resource(5, long),
      ...Array.from({ length: 4_000 }, () => resource(5, pointer, { name: pointer })),
    ]
    const bytes = replyTo(query.message, { answers })
    assert.ok(bytes.length <= 65_535)
    assert.equal(kindOf(bytes), 'malformed')
  })

  test('random bytes behind a good header never do anything but fail', () => {
    let state = 42
    const next = () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16
    for (let round = 0; round < 5_000; round += 1) {
      const bytes = Buffer.from(whole)
      for (let flips = 0; flips < 4; flips += 1) bytes[12 + (next() % (bytes.length - 12))] = next() & 0xff
      bytes.writeUInt16BE(next() % 20, 6)
      assert.ok(['reply', 'foreign', 'malformed'].includes(kindOf(bytes)))
    }
  })
})
