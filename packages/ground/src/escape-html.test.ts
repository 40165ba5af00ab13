import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeHtml, escapeMarkup } from './escape-html.ts'

test('nothing of a text is read as markup, in an attribute of either quotes neither', () => {
  assert.equal(
    escapeHtml(`<b title="a" lang='b'>&amp;</b>`),
    '&lt;b title=&quot;a&quot; lang=&#39;b&#39;&gt;&amp;amp;&lt;/b&gt;',
  )
})

test('all other characters stay as they are', () => {
  assert.equal(escapeHtml('Größe\n\t\0€😀'), 'Größe\n\t\0€😀')
})

test('what XML cannot hold is replaced', () => {
  assert.equal(escapeMarkup('a\0b\u001Bc\uD800d\uFFFEe'), 'a\uFFFDb\uFFFDc\uFFFDd\uFFFDe')
  assert.equal(escapeMarkup(`<\t\r\n'😀`), '&lt;\t\r\n&#39;😀')
})
