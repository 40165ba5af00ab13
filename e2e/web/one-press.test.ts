// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { startServiceInside } from '../support/service-inside.ts'
import {
  browserForTests,
  claimInstallation,
  goTo,
  openSection,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const screens = `/accounts/${someCredentials.accountId}`

suite('whoever presses twice', { skip: lacksNamespaces() }, () => {
  test('a double click, or a key that is held down, makes, runs, changes and deletes once', async (t) => {
    const service = await startServiceInside(t)
    await claimInstallation(service.server())
    const page = await browser.open()
    watchPage(t, page, service.address)
    await signIn(page, service.address)
    const seen: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') seen.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    /** What was written since the last look: one more request that was on its way would be in the next one. */
    const writes = () => seen.splice(0)

    await page.getByRole('radio', { name: 'TCP port' }).check()
    await page.getByLabel('Host and port').fill('127.0.0.1:1')
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop  front')
    await page.getByRole('button', { name: 'Create and run it' }).dblclick()
    const outcome = page.getByRole('link', { name: 'See what went wrong' })
    await outcome.waitFor()
    assert.deepEqual(
      writes().filter((write) => write.startsWith('POST /v1/checks')),
      ['POST /v1/checks/tcp'],
    )
    const first = await outcome.getAttribute('href')
    await page.getByRole('button', { name: 'Run it again' }).dblclick()
    await expect(outcome).not.toHaveAttribute('href', first ?? '')
    assert.deepEqual(writes(), ['POST /v2/check-sessions/trigger'])

    await page.goto(`${service.address}${screens}/checks/new/icmp`)
    await openSection(page, 'Name and tags')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gateway')
    await page.locator('[data-field="request.hostname"] input').fill('127.0.0.1')
    await expect(page.getByRole('checkbox', { name: 'This server eu-central-1' })).toBeChecked()
    await page.getByRole('button', { name: 'Create check' }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Gateway' }).waitFor()
    assert.deepEqual(writes(), ['POST /v1/checks/icmp'])

    // Asked for before the clicks: on a slow machine the answer to the first comes before the second.
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: 'Run now' }).dblclick()
    await answered
    await page.getByRole('button', { name: 'Run now' }).focus()
    assert.equal(writes().length, 1)

    await goTo(page, 'Checks')
    await page.getByRole('checkbox', { name: 'Select Gateway' }).check()
    await page.getByRole('button', { name: 'Mute', exact: true }).dblclick()
    await expect(page.getByRole('row').filter({ hasText: 'Gateway' })).toContainText('muted')
    await page.getByRole('button', { name: 'Add tags…' }).click()
    await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('edge')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).dblclick()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    assert.deepEqual(writes(), ['POST /v1/checks/bulk-edit', 'POST /v1/checks/bulk-edit'])

    await page.goto(`${service.address}${screens}/settings/members`)
    await page.getByRole('button', { name: 'Invite a member' }).click()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('vera@example.net')
    await page.keyboard.down('Enter')
    for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.getByRole('region', { name: 'Invitation for vera@example.net' }).waitFor()
    assert.equal(writes().length, 1)

    await goTo(page, 'Checks')
    await page.getByRole('link', { name: 'Shop front' }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this monitor?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    // As it is read on the screen, where two spaces are one.
    await dialog.getByRole('textbox').fill('Shop front')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).dblclick()
    await page.getByRole('checkbox', { name: 'Select Gateway' }).waitFor()
    assert.equal(writes().length, 1)
    const left = (await service.expect(200, 'GET', '/v1/checks')) as { name: string }[]
    assert.deepEqual(
      left.map(({ name }) => name),
      ['Gateway'],
    )
  })
})
