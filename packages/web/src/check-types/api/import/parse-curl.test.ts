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

  /** The method, address, body and warnings that each command comes to. */
  const outcomes: [command: string, method: string, url: string, body: string, warnings: RegExp[]][] = [
    [`curl -s -o /dev/null -w "%{http_code}\\n" https://a/health`, 'GET', 'https://a/health', '', []],
    ['curl -fsSL https://a | jq .status', 'GET', 'https://a', '', []],
    ['curl https://a > out.txt 2>&1', 'GET', 'https://a', '', []],
    ['curl -d @body.json https://a', 'POST', 'https://a', '', [/file body\.json is not read/]],
    ['curl -d @- https://a', 'POST', 'https://a', '', [/Standard input is not read/]],
    ['curl --json @f.json https://a', 'POST', 'https://a', '', [/file f\.json is not read/]],
    [`curl -d '' https://a`, 'POST', 'https://a', '', []],
    ['curl --data-urlencode q@f.txt https://a', 'POST', 'https://a', '', [/file f\.txt is not read/]],
    ['curl -F file=@a.png https://a', 'POST', 'https://a', '', [/--form.*multipart/]],
    ['curl -H @headers.txt https://a', 'GET', 'https://a', '', [/headers\.txt is not read/]],
    ['curl --resolve a:443:127.0.0.1 https://a', 'GET', 'https://a', '', [/--resolve.*looked up/]],
    ['curl --cert c.pem --key k.pem https://a', 'GET', 'https://a', '', [/client certificate/, /client/]],
    ['curl -u ann https://a', 'GET', 'https://a', '', [/no password/]],
    ['curl --request=DELETE https://a', 'DELETE', 'https://a', '', []],
    [
      `curl "https://a/$ID" -H "Authorization: Bearer $TOKEN"`,
      'GET',
      'https://a/$ID',
      '',
      [/\$ID/, /\$TOKEN/],
    ],
    [`curl 'https://a/$ID'`, 'GET', 'https://a/$ID', '', []],
    ['curl --url-query page=2 https://a', 'GET', 'https://a?page=2', '', []],
    [`curl -G --data-urlencode 'q=a b' https://a`, 'GET', 'https://a?q=a%20b', '', []],
    ['curl -X POST \\\r\n  https://a', 'POST', 'https://a', '', []],
    ['sudo curl -k --http2 --tlsv1.2 https://a', 'GET', 'https://a', '', []],
    [
      'curl ^"https://a/x?p=1^&q=2^" ^\n  -H ^"accept: text/html^" ^\n  --data-raw ^"^{^\\^"n^\\^":1^}^"',
      'POST',
      'https://a/x?p=1&q=2',
      '{"n":1}',
      [],
    ],
    ['curl.exe -X PUT `\r\n  "https://a" -d x=1', 'PUT', 'https://a', 'x=1', []],
    ['curl --unknown https://a', 'GET', 'https://a', '', [/^--unknown is left out\.$/]],
  ]
  for (const [command, method, url, body, warnings] of outcomes) {
    test(JSON.stringify(command), () => {
      const parsed = requestOf(command)
      assert.deepEqual([parsed.request.method, parsed.request.url, parsed.request.body], [method, url, body])
      assert.equal(parsed.warnings.length, warnings.length, parsed.warnings.join(' '))
      for (const [index, pattern] of warnings.entries()) assert.match(parsed.warnings[index] ?? '', pattern)
    })
  }

  test('headers, sign-in and JSON as curl means them', () => {
    const { request } = requestOf(
      `curl --json '{}' -H 'X-Empty;' -H 'User-Agent:' --oauth2-bearer t 'https://ann:p%40w@a/x'`,
    )
    assert.deepEqual(
      request.headers.map(({ key, value, locked }) => [key, value, locked]),
      [
        ['X-Empty', '', false],
        ['Authorization', 'Bearer t', true],
        ['Accept', 'application/json', false],
      ],
    )
    assert.equal(request.url, 'https://a/x')
    assert.deepEqual(request.basicAuth, { username: 'ann', password: 'p@w' })
  })

  for (const command of ['wget https://a', 'curl', "curl 'https://a", '', 'curl -X POST']) {
    test(`${JSON.stringify(command)} is refused with a reason`, () => {
      const parsed = parseCurl(command)
      assert.equal(parsed.kind, 'mistake')
    })
  }
})
