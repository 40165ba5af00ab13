import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageHosts } from './page-hosts.ts'

const ask = (
  {
    host,
    url = '/',
    from = '127.0.0.1',
    forwarded,
  }: {
    host?: string
    url?: string
    from?: string
    forwarded?: string
  },
  trustProxy: readonly string[] = [],
): string => {
  const hosts = createPageHosts({ trustProxy })
  hosts.add((name) => (name === 'shop.example.com' ? '/status/shop' : null))
  const headers = {
    ...(host === undefined ? {} : { host }),
    ...(forwarded === undefined ? {} : { 'x-forwarded-host': forwarded }),
  }
  return hosts.rewrite({ url, headers, socket: { remoteAddress: from } })
}

test('every path of a host with a page lies below the page', () => {
  assert.equal(ask({ host: 'shop.example.com' }), '/status/shop')
  assert.equal(ask({ host: 'SHOP.example.com.:8443', url: '/?a=b?c' }), '/status/shop?a=b?c')
  assert.equal(ask({ host: 'shop.example.com', url: '/v1/checks?x' }), '/status/shop/v1/checks?x')
  assert.equal(ask({ host: 'shop.example.com', url: '//v1/checks' }), '/status/shop//v1/checks')
  assert.equal(ask({ host: 'shop.example.com', url: 'http://127.0.0.1/v1/checks' }), '/status/shop/')
})

test('every other host is left alone', () => {
  assert.equal(ask({ host: '127.0.0.1:3000', url: '/v1/checks' }), '/v1/checks')
  assert.equal(ask({ host: 'evil-shop.example.com', url: '/x' }), '/x')
  assert.equal(ask({ url: '/x' }), '/x')
})

test('only a proxy that is believed may name another host', () => {
  const named = { host: 'internal', forwarded: 'shop.example.com' }
  assert.equal(ask(named), '/')
  assert.equal(ask(named, ['127.0.0.0/8']), '/status/shop')
  assert.equal(ask({ ...named, from: '::ffff:127.0.0.1' }, ['127.0.0.1']), '/status/shop')
  assert.equal(ask({ ...named, from: '::1' }, ['127.0.0.1']), '/')
  assert.equal(ask({ ...named, from: '::1' }, ['::1/128']), '/status/shop')
  assert.equal(
    ask({ host: 'i', forwarded: 'x.example.com, shop.example.com' }, ['127.0.0.1']),
    '/status/shop',
  )
})
