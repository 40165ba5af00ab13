// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { Page } from '@playwright/test'
import { someCredentials } from '../support/api-client.ts'
import { startCountedService } from '../support/counted-streams.ts'
import { eventually } from '../support/eventually.ts'
import { expect } from '../support/web/expect.ts'
import type { Service } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  goTo,
  openSection,
  owner,
  signIn,
  signOut,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const screens = `/accounts/${someCredentials.accountId}`
const shiftedClock = `--import=${new URL('../support/children/shifted-clock.ts', import.meta.url).href}`
const guest = { name: 'Vera Viewer', email: 'vera@example.net', password: 'battery staple horse' }

/** Of one session. */
const mostStreamsEach = 10

suite('what other tabs and windows do to this one:', () => {
  test('a list whose session is over does not stay with its old verdicts: it leads to the sign-in', async (t) => {
    const { service, page } = await openSignedIn(t, {
      NODE_OPTIONS: shiftedClock,
      CLOCK_SHIFT_MS: '31000',
      CLOCK_SHIFT: 'on-signal',
    })
    await page.getByRole('link', { name: 'Gateway' }).waitFor()
    await signOutElsewhere(page)
    // The server looks every 30 seconds whether those who listen still may.
    service.server().kill('SIGUSR2')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.match(page.url(), /next=/)
  })

  test('a window that gets no stream of events says so, is read anew, and is live when there is a place', async (t) => {
    const { service, page } = await openSignedIn(t)
    const streams = new AbortController()
    t.after(() => streams.abort())
    await page.goto('about:blank')
    const cookie = (await page.context().cookies(service.address))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const openStream = () =>
      fetch(`${service.address}/v1${screens}/events`, { headers: { cookie }, signal: streams.signal })
    // Kept: the connection of an answer that nobody holds any more is closed.
    const held: Response[] = []
    // The place of the window that was just closed is given back a moment later.
    await eventually('every place is taken', async () => {
      const answer = await openStream()
      if (answer.ok) held.push(answer)
      return held.length === mostStreamsEach
    })
    assert.equal((await openStream()).status, 429)
    await page.clock.install()
    await page.goto(`${service.address}${screens}/checks`)
    await page.getByText('Not live: too many windows of Sonde are open.').waitFor()
    await page.getByRole('link', { name: 'Gateway' }).waitFor()
    await expectAccessible(page, 'a window that is not live')
    await service.expect(201, 'POST', '/v1/checks/icmp', {
      name: 'Mailer',
      request: { hostname: '127.0.0.1' },
    })
    await page.clock.runFor(31_000)
    await expect(
      page
        .getByText('2 checks')
        .or(page.getByRole('link', { name: 'Mailer' }))
        .first(),
    ).toBeVisible()
    streams.abort()
    await eventually('the window is live', async () => {
      await page.clock.runFor(6000)
      return (await page.getByText('Not live').count()) === 0
    })
  })

  test('whoever signed out and in again in another tab goes on here: what was typed is saved at the first try', async (t) => {
    const { service, page, monitor } = await openSignedIn(t)
    await page.goto(`${service.address}${screens}/checks/${monitor}/edit`)
    await openSection(page, 'Name and tags')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gateway, upstairs')
    await signOutElsewhere(page)
    await signInElsewhere(page, service, owner)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gateway, upstairs' }).waitFor()
    // The token of the new session is known from now on.
    const refused: number[] = []
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.status()))
    await signOut(page)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(refused, [])
  })

  test('another person who signed in in another tab is not taken for the one before', async (t) => {
    const { service, page, openStreams } = await openSignedIn(t)
    await inviteGuest(service, page)
    await page.goto('about:blank')
    await eventually('it holds no stream', () => openStreams() === 0)
    await page.goto(`${service.address}${screens}/settings/profile`)
    await page.getByText(`Signed in as ${owner.name}`).waitFor()
    // One that is refused would lead to the sign-in at once.
    await eventually('it has a stream', () => openStreams() === 1)
    await signOutElsewhere(page)
    await signInElsewhere(page, service, guest)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not Vera')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText(`Signed in as ${guest.name}`).waitFor()
  })

  test('what was typed stays when the session ends, and is saved after signing in elsewhere', async (t) => {
    const { service, page, monitor } = await openSignedIn(t)
    await page.goto(`${service.address}${screens}/checks/${monitor}/edit`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await openSection(page, 'Name and tags')
    await name.fill('Gateway, upstairs')
    await signOutElsewhere(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('You were signed out. Your changes are not saved yet.').waitFor()
    await expect(page.getByText('Sign in again, and then repeat this.')).toBeVisible()
    await expectAccessible(page, 'a form whose session is over')
    await expect(name).toHaveValue('Gateway, upstairs')
    const link = page.getByRole('link', { name: 'Sign in in another tab' })
    assert.match((await link.getAttribute('href')) ?? '', /^\/sign-in\?next=.+edit$/)
    await signInElsewhere(page, service, owner)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gateway, upstairs' }).waitFor()
    await expect(page.getByText('You were signed out')).toHaveCount(0)
    // The overview completes its address: before, the way from the form to it is not at its end.
    await page.waitForURL(/[?&]range=/)

    await page.getByRole('link', { name: 'Edit' }).click()
    await openSection(page, 'Name and tags')
    await name.fill('Gateway, downstairs')
    await signOutElsewhere(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('You were signed out').waitFor()
    await goTo(page, 'Checks')
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('a list where nothing happens is read anew every minute', async (t) => {
    const { service, page } = await openSignedIn(t)
    await page.clock.install()
    await page.goto(`${service.address}${screens}/checks`)
    await page.getByRole('link', { name: 'Gateway' }).waitFor()
    const again = page.waitForRequest((request) => new URL(request.url()).pathname === '/v1/check-overview')
    await page.clock.runFor(61_000)
    await again
  })

  test('what happens after the list was read and before the stream is open is told as soon as it is', async (t) => {
    const { service, page } = await openSignedIn(t)
    // As on a phone, where a window has a stream of its own: what a worker asks for cannot be held up here.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
    const held = Promise.withResolvers<void>()
    await page.route(/\/v1\/accounts\/[^/]+\/events/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole('link', { name: 'Gateway' }).waitFor()
    await service.createMonitor({ name: 'Mailer' })
    held.resolve()
    await page.getByText('1 check has changed.').waitFor()
  })

  test('a name without any place to break leaves the other columns on the screen', async (t) => {
    const { service, page } = await openSignedIn(t)
    const long = 'x'.repeat(990)
    await service.createMonitor({ name: long })
    // Whoever looks at the list is told of a new check, and the row comes when they ask for it.
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: long })
    await row.waitFor()
    const last = await row.getByRole('cell').last().boundingBox()
    assert.ok(last !== null && last.x + last.width <= 1280, JSON.stringify(last))
    assert.ok(last.height < 160, JSON.stringify(last))
    await expect(row.getByRole('link', { name: long })).toHaveAttribute('title', long)
  })
})

async function openSignedIn(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ service: Service; page: Page; monitor: string; openStreams(): number }> {
  const { service, openStreams } = await startCountedService(t, { settings })
  await claimInstallation(service.server())
  const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-west-1'] })
  const page = await browser.open()
  watchPage(t, page, service.address)
  await signIn(page, service.address)
  return { service, page, monitor, openStreams }
}

/** Another tab has the same cookies. */
async function signOutElsewhere(page: Page): Promise<void> {
  const address = new URL(page.url()).origin
  const session = await (await page.context().request.get(`${address}/v1/session`)).json()
  const answer = await page.context().request.delete(`${address}/v1/session`, {
    headers: { 'x-csrf-token': session.csrfToken },
  })
  assert.equal(answer.status(), 204)
}

async function signInElsewhere(
  page: Page,
  service: Service,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const answer = await page
    .context()
    .request.post(`${service.address}/v1/session`, { data: { email, password } })
  assert.equal(answer.ok(), true, await answer.text())
}

async function inviteGuest(service: Service, page: Page): Promise<void> {
  await page.goto(`${service.address}${screens}/settings/members`)
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(guest.email)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
  const note = page.getByRole('region', { name: `Invitation for ${guest.email}` })
  const link = /https?:\/\/\S+/.exec(await note.innerText())?.[0]
  assert.ok(link)
  const visitor = await browser.open()
  await visitor.goto(link)
  await visitor.getByLabel('Your name').fill(guest.name)
  await visitor.getByLabel('Password').fill(guest.password)
  await visitor.getByRole('button', { name: 'Accept the invitation' }).click()
  await visitor.waitForURL(`**${screens}/checks`)
  await visitor.context().close()
}
