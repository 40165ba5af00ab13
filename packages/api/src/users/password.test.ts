import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hashPassword, isPassword } from './password.ts'

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

  test('is known by the parameters that its hash carries, not by those of today', async () => {
    const stored = await hashPassword('x'.repeat(12))
    const weaker = stored.replace('t=2', 't=1')
    assert.equal(await isPassword('x'.repeat(12), weaker), false)
  })

  for (const stored of ['', 'plain', '$argon2i$v=19$m=1,t=1,p=1$YQ$YQ', '$argon2id$v=19$m=x,t=1,p=1$YQ$YQ']) {
    test(`is never the stored text ${JSON.stringify(stored)}`, async () => {
      assert.equal(await isPassword(stored, stored), false)
    })
  }
})
