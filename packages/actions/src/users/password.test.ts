import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hashPassword, isPassword, isPasswordHash, makeUnusableHash } from './password.ts'

suite('a password', () => {
  for (const password of ['correct horse battery', 'ünïcödé 日本語 🔑', 'p'.repeat(200)]) {
    test(`of ${[...password].length} characters is known again, and no other is`, async () => {
      const stored = await hashPassword(password)
      assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      assert.equal(await isPassword(password, stored), true)
      assert.equal(await isPassword(`${password} `, stored), false)
      assert.equal(await isPassword('', stored), false)
    })
  }

  test('has another salt every time', async () => {
    assert.notEqual(await hashPassword('the same password'), await hashPassword('the same password'))
  })

  test('of a hash with other parameters, lengths or characters than ours is never known, and costs nothing', async () => {
    const stored = await hashPassword('x'.repeat(12))
    for (const other of [
      stored.replace('t=2', 't=1'),
      stored.replace('t=2', 't=120000'),
      stored.replace('m=19456', 'm=4294967295'),
      stored.replace('m=19456', 'm=9000000000000000'),
      stored.replace('p=1', 'p=0'),
      stored.replace('v=19', 'v=16'),
      stored.slice(0, -1),
      `${stored}A`,
      `${stored}\n`,
      stored.replace(/.$/, '='),
    ]) {
      assert.equal(isPasswordHash(other), false, other)
      assert.equal(await isPassword('x'.repeat(12), other), false, other)
    }
    assert.equal(isPasswordHash(stored), true)
  })

  test('that nobody knows has a hash like any other', async () => {
    const hash = makeUnusableHash()
    assert.equal(isPasswordHash(hash), true)
    assert.notEqual(makeUnusableHash(), hash)
    assert.equal(await isPassword('', hash), false)
  })

  for (const stored of ['', 'plain', '$argon2i$v=19$m=1,t=1,p=1$YQ$YQ', '$argon2id$v=19$m=x,t=1,p=1$YQ$YQ']) {
    test(`is never the stored text ${JSON.stringify(stored)}`, async () => {
      assert.equal(await isPassword(stored, stored), false)
    })
  }
})
