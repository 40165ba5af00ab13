// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '@playwright/test'
import { client, startProvider } from '@sonde/api/testing/oidc-provider.ts'
import { someCredentials } from '../support/api-client.ts'
import { codeOf } from '../support/authenticator-app.ts'
import { expect } from '../support/web/expect.ts'
import { keepPicture, pictures } from '../support/web/pictures.ts'
import { startService } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  owner,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const screens = `/accounts/${someCredentials.accountId}`
const stepMs = 30_000

async function judge(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, `${name} on a phone in the dark`)
  const widths = await page.evaluate<number[]>('[document.documentElement.scrollWidth, window.innerWidth]')
  assert.ok((widths[0] ?? 0) <= (widths[1] ?? 0), `${name} fits a phone`)
  if (pictures !== undefined) await keepPicture(page, `${name}-phone-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await keepPicture(page, `${name}-desk-light`)
}

test('a person sets up a second factor, signs in with it, and with a recovery code', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  await page.goto(`${service.address}${screens}/settings/security`)
  await page.getByRole('button', { name: 'Set up' }).click()
  const asking = page.getByRole('dialog', { name: 'Set up a second factor' })
  await asking.getByLabel('Current password').fill('wrong')
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(asking.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await asking.getByLabel('Current password').fill(owner.password)
  await asking.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect your authenticator app' })
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  assert.match(secret, /^[A-Z2-7]{32}$/)
  await judge(page, 'second-factor-set-up')
  await dialog.getByLabel('Code from the app').fill(codeOf(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  const recoveryCode = await codes.getByRole('listitem').first().innerText()
  await judge(page, 'recovery-codes')
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 recovery codes left.').waitFor()
  await judge(page, 'security')

  const other = await browser.open()
  watchPage(t, other, service.address)
  await givePassword(other, service.address)
  await other.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await other.getByLabel('Code from the app').fill('abc')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByLabel('Code from the app')).toHaveAttribute('aria-invalid', 'true')
  await judge(other, 'sign-in-code')
  // One step early counts, and is after every code that was used before.
  await other.getByLabel('Code from the app').fill(codeOf(secret, Date.now() + stepMs))
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.waitForURL(`**${screens}/checks`)

  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  await other.reload()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await givePassword(other, service.address)
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recoveryCode)
  await judge(other, 'sign-in-recovery')
  await other.getByLabel('Recovery code').press('Enter')
  await other.waitForURL(`**${screens}/checks`)

  // Somebody who joins an account that requires one is led through it.
  await page.goto(`${service.address}${screens}/settings`)
  await page.getByRole('checkbox', { name: 'Require a second factor' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
  await keepPicture(page, 'account-settings')
  const invite = await service.expect(201, 'POST', '/v1/accounts/me/invites', {
    email: 'ida@example.net',
    role: 'READ_ONLY',
  })
  const joining = await browser.open()
  watchPage(t, joining, service.address)
  await joining.goto((invite as { url: string }).url)
  await joining.getByLabel('Your name').fill('Ida')
  await joining.getByLabel('Password').fill(owner.password)
  await joining.getByRole('button', { name: 'Accept the invitation' }).click()
  await joining.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  assert.ok(!joining.url().includes('challenge'))
  const key = (await joining.locator('code').first().innerText()).replaceAll(/\s/g, '')
  await judge(joining, 'sign-in-set-up')
  await joining.getByLabel('Code from the app').fill(codeOf(key, Date.now()))
  await joining.getByRole('button', { name: 'Turn on and sign in' }).click()
  await joining.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await joining.getByRole('button', { name: 'Continue to Sonde' }).click()
  await joining.waitForURL(`**${screens}/checks`)
  await page.goto(`${service.address}${screens}/settings/members`)
  await page.getByText('second factor').first().waitFor()
  await judge(page, 'members')
})

test('a person signs in by the identity provider, and is told why where that fails', async (t) => {
  const callback = { address: '' }
  const provider = await startProvider(() => `${callback.address}/oidc/callback`)
  t.after(() => provider.stop())
  const service = await startService(t, {
    settings: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Acme',
      OIDC_DEFAULT_ROLE: 'READ_ONLY',
    },
  })
  callback.address = service.address
  await claimInstallation(service.server())
  const page = await browser.open()
  provider.person = { sub: '1', email: owner.email, email_verified: false }
  await page.goto(`${service.address}${screens}/settings/security`)
  await page.getByRole('link', { name: 'Continue with Acme' }).click()
  await page.getByText('The provider did not confirm your e-mail address').waitFor()
  await judge(page, 'sign-in-problem')
  assert.equal(new URL(page.url()).searchParams.get('next'), `${screens}/settings/security`)

  // Each a person with a browser of their own: the provider remembers who was there.
  const other = await browser.open()
  provider.person = { sub: '2', email: 'ada@example.net', email_verified: true, name: 'Ada' }
  await other.goto(`${service.address}${screens}/settings/security`)
  await other.getByRole('link', { name: 'Continue with Acme' }).click()
  await other.waitForURL(`**${screens}/settings/security`)
  await other.getByText('which asks for a second factor of its own').waitFor()
  await other.getByText('ada@example.net').waitFor()
  await expect(other.getByRole('button', { name: 'Disconnect' })).toHaveCount(0)
  await judge(other, 'security-provider')

  const connecting = await browser.open()
  provider.person = { sub: '3', email: 'nora@acme.example', email_verified: true }
  await signIn(connecting, service.address)
  await connecting.goto(`${service.address}${screens}/settings/security`)
  await connecting.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = connecting.getByRole('dialog', { name: 'Connect Acme' })
  await dialog.getByLabel('Current password').fill(owner.password)
  await judge(connecting, 'connect-provider')
  await dialog.getByRole('button', { name: 'Continue to Acme' }).click()
  await connecting.getByText('nora@acme.example').waitFor()
  await judge(connecting, 'security-connected')
  await connecting.getByRole('button', { name: 'Disconnect' }).click()
  await connecting.getByText('Not connected.').waitFor()
})

async function givePassword(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/sign-in`)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
