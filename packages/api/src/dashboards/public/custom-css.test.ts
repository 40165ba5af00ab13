import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harmlessCss } from './custom-css.ts'

test('an ordinary style comes through as it is', () => {
  const css = `.check__result--passing { color: #0a0; margin: 0 auto }
@media (width < 600px) { .header > h1::before { content: "→"; width: calc(100% - 2rem) } }
@keyframes pulse { from { opacity: 0 } to { opacity: 1 } }`
  assert.equal(harmlessCss(css), css)
})

test('images by https stay, everything else that could be loaded goes', () => {
  const kept = '.header{background:url("https://example.com/a.png")}'
  assert.equal(harmlessCss(kept), kept)
  assert.equal(harmlessCss('.header{background:url(  https://example.com/a.png )}'), kept)
  assert.equal(harmlessCss(".header{background:url('https://example.com/a.png' )}"), kept)
  for (const value of [
    'url(http://example.com/a.png)',
    'url(//example.com/a.png)',
    'url(javascript:alert(1))',
    'url("data:image/svg+xml,<svg>")',
    'u\\72l(http://example.com/a.png)',
    'URL(ftp://x)',
    'url(https://example.com/a"b)',
    'image-set("http://example.com/a.png" 1x)',
    '-webkit-image-set(url(http://x) 1x)',
    'src("http://example.com/a")',
    'expression(alert(1))',
    'e\\78pression(alert(1))',
  ]) {
    const safe = harmlessCss(`.a{background:${value};color:red}`)
    assert.doesNotMatch(safe, /example|javascript|alert|ftp|data:|http:/i, value)
    assert.match(safe, /^\.a\{background:none/, value)
  }
})

test('no rule loads another style or a font, however it is spelt', () => {
  for (const rule of [
    '@import "http://example.com/a.css";',
    '@import url(https://example.com/a.css);',
    '@\\69mport "https://example.com/a.css";',
    '@IMPORT "https://example.com/a.css" ;',
    '@font-face { font-family: x; src: url(https://example.com/a.woff) }',
    '@charset "utf-8";',
    '@namespace "http://example.com/";',
    '@import "a;b";',
    '@/**/import "https://example.com/a.css";',
  ]) {
    const safe = harmlessCss(`${rule}.a{color:red}`)
    assert.doesNotMatch(safe, /example|import|font-face|charset|namespace/i, `${rule}: ${safe}`)
    assert.ok(safe.endsWith('.a{color:red}'), `${rule}: ${safe}`)
  }
})

test('no text ends the element, or begins a comment of the page', () => {
  for (const css of [
    '</style><script>alert(1)</script>',
    '.a{content:"</style><script>"}',
    ".a{content:'</STYLE>'}",
    '.a{content:"\\3c/style>"}',
    '/* </style> */ .a{}',
    '<!-- .a{} -->',
    '.a{content:"a\n</style>',
    '.\\3c\\2fstyle\\3e{color:red}',
    '@media </style> {}',
    '.a{background:url("https://x/</style>")}',
  ]) {
    assert.doesNotMatch(harmlessCss(css), /<[/!a-z]/i, css)
  }
})

test('what ran programs in browsers of old is removed', () => {
  const safe = harmlessCss('.a{behavior:url(a.htc);-moz-binding:url(x);-\\6doz-binding:url(y)}')
  assert.doesNotMatch(safe, /behavior|binding/)
})

test('what is cut off, or odd, comes to an end', () => {
  for (const css of [
    '"',
    "'a\\",
    'url(',
    'url("',
    '@',
    '@media',
    '\\',
    '.a{color:\\',
    '/*',
    '((((',
    'a('.repeat(50),
  ]) {
    assert.equal(typeof harmlessCss(css), 'string')
  }
  const long = harmlessCss(`${'a{b:c}'.repeat(8_000)}`)
  assert.equal(long.length, 48_000)
})
