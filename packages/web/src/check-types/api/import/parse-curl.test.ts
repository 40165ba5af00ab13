import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseCurl } from './parse-curl.ts'
import { shellWords } from './shell-words.ts'

function requestOf(command: string) {
  const parsed = parseCurl(command)
  assert.equal(parsed.kind, 'request', JSON.stringify(parsed))
  return parsed.kind === 'request' ? parsed : assert.fail()
}

suite('the words of a command', () => {
  const table: [string, string[] | null][] = [
    [`a  'b c' "d \\"e\\"" f\\ g`, ['a', 'b c', 'd "e"', 'f g']],
    ['a \\\n  b', ['a', 'b']],
    [`x'y'"z"`, ['xyz']],
    [`'' ""`, ['', '']],
    [String.raw`$'it\'s\n\u0041\x42'`, ["it's\nAB"]],
    [`"a\\b \\$c"`, ['a\\b $c']],
    [`'open`, null],
    [`"open`, null],
    ['', []],
  ]
  for (const [text, words] of table) {
    test(JSON.stringify(text), () => assert.deepEqual(shellWords(text), words))
  }
})

suite('a curl command', () => {
  test('as a browser copies it', () => {
    const { request, warnings } = requestOf(`curl 'https://api.example.com/v1/orders?page=2' \\
      -X 'PUT' \\
      -H 'accept: application/json' \\
      -H 'content-type: application/json' \\
      -H 'authorization: Bearer t:1' \\
      --data-raw $'{"name":"it\\'s"}' \\
      --compressed`)
    assert.deepEqual(warnings, [])
    assert.deepEqual(request, {
      method: 'PUT',
      url: 'https://api.example.com/v1/orders?page=2',
      headers: [
        { key: 'accept', value: 'application/json', locked: false },
        { key: 'content-type', value: 'application/json', locked: false },
        { key: 'authorization', value: 'Bearer t:1', locked: true },
      ],
      queryParameters: [],
      body: `{"name":"it's"}`,
      bodyType: 'JSON',
      basicAuth: null,
      followRedirects: false,
      skipSSL: false,
      ipFamily: 'IPv4',
    })
  })

  test('short options, together and with their values attached', () => {
    const { request } = requestOf('curl -sSkLXDELETE -u ann:p:w -A robot -b a=1 -6 api.example.com')
    assert.deepEqual(
      [request.method, request.url, request.skipSSL, request.followRedirects, request.ipFamily],
      ['DELETE', 'http://api.example.com', true, true, 'IPv6'],
    )
    assert.deepEqual(request.basicAuth, { username: 'ann', password: 'p:w' })
    assert.deepEqual(
      request.headers.map(({ key, value }) => `${key}: ${value}`),
      ['User-Agent: robot', 'Cookie: a=1'],
    )
  })

  test('data makes a POST of a form, with -G a query, with --json what it says', () => {
    const form = requestOf(`curl https://a -d x=1 --data-urlencode 'y=a b&c'`).request
    assert.deepEqual([form.method, form.body, form.bodyType], ['POST', 'x=1&y=a%20b%26c', 'FORM'])
    const query = requestOf('curl -G https://a/?p=1 -d x=1 -d y=2').request
    assert.deepEqual([query.method, query.url, query.body], ['GET', 'https://a/?p=1&x=1&y=2', ''])
    const json = requestOf(`curl --json '{}' https://a`).request
    assert.deepEqual([json.method, json.body, json.bodyType], ['POST', '{}', 'JSON'])
    const xml = requestOf(`curl https://a -H 'Content-Type: text/xml' -d '<a/>'`).request
    assert.equal(xml.bodyType, 'RAW')
    assert.equal(requestOf('curl -I https://a').request.method, 'HEAD')
  })

  test('what a check cannot do is left out and said', () => {
    const { warnings } = requestOf(
      'curl https://a https://b -F f=@x.png --proxy http://p:1 -d @body.json -b jar.txt',
    )
    assert.deepEqual(warnings.length, 5)
    assert.ok(warnings.some((warning) => warning.includes('body.json')))
    assert.ok(warnings.some((warning) => warning.includes('--form')))
  })

  for (const command of ['wget https://a', 'curl', "curl 'https://a", '', 'curl -X POST']) {
    test(`${JSON.stringify(command)} is refused with a reason`, () => {
      const parsed = parseCurl(command)
      assert.equal(parsed.kind, 'mistake')
    })
  }
})
