// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '@playwright/test'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { startService } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  goTo,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const screens = `/accounts/${someCredentials.accountId}`
const guest = { name: 'Vera Viewer', email: 'vera@example.net', password: 'battery staple horse' }

test('an invited person joins, sees what the role allows and no more, is given more, and is shown out', async (t) => {
  const service = await startService(t)
  await claimInstallation(service.server())
  const monitor = await service.createMonitor({ name: 'Gateway' })
  const owner = await browser.open()
  watchPage(t, owner, service.address)
  await signIn(owner, service.address)

  await goTo(owner, 'Settings')
  await owner.getByRole('link', { name: 'Members' }).click()
  await owner.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Invite a member' })
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('no address')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'E-mail address' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(guest.email)
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('READ_ONLY')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const note = owner.getByRole('region', { name: `Invitation for ${guest.email}` })
  const link = /https?:\/\/\S+/.exec(await note.innerText())?.[0]
  assert.ok(link)
  await expectAccessible(owner, 'an invitation')

  const page = await browser.open()
  watchPage(t, page, service.address)
  await page.goto(link)
  await page.getByLabel('Your name').fill(guest.name)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByText('Password must have at least 12 characters').waitFor()
  await page.getByLabel('Password').fill(guest.password)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.waitForURL(`**${screens}/checks`)
  await page.getByRole('link', { name: 'Gateway' }).waitFor()
  assert.equal(await page.getByRole('checkbox').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'New check' }).count(), 0)
  await page.getByRole('link', { name: 'Gateway' }).click()
  await page.getByRole('link', { name: 'Results' }).waitFor()
  for (const name of ['Run now', 'More']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  }
  assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
  await expectAccessible(page, 'a check for a viewer')
  assert.equal(await statusOfRename(page, monitor), 403)
  const { id: group } = (await service.expect(201, 'POST', '/v1/check-groups', { name: 'Shop' })) as {
    id: number
  }
  const forms = ['checks/new', 'checks/new/icmp', `checks/${monitor}/edit`, `checks/${monitor}/duplicate`]
  const others = ['alert-channels/new', 'maintenance/windows/new', 'status-pages/new', 'dashboards/new']
  for (const form of [
    ...forms,
    ...others,
    'status-pages/incidents/new',
    'groups/new',
    `groups/${group}/edit`,
  ]) {
    await page.goto(`${service.address}${screens}/${form}`)
    await page.getByText('Your role may not').waitFor()
    assert.equal(await page.getByRole('textbox').count(), 0, form)
  }
  await page.goto(`${service.address}${screens}/settings/members`)
  await page.getByText(guest.name).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Invite a member' }).count(), 0)
  const { id: place } = (await service.expect(201, 'POST', '/v1/private-locations', {
    name: 'Office',
    slugName: 'office',
  })) as { id: string }
  await page.goto(`${service.address}${screens}/locations/private/${place}`)
  await page.getByRole('columnheader', { name: 'Last used by an agent' }).waitFor()
  assert.equal(await page.getByText('To replace a key').count(), 0)
  await page.goto(`${service.address}${screens}/maintenance`)
  await expect(page.getByText(/Planned: /)).not.toContainText('you can')

  await owner.getByRole('button', { name: 'Done' }).click()
  await owner.reload()
  await owner.getByRole('button', { name: `Change the role of ${guest.name}` }).click()
  await owner.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption('READ_WRITE')
  await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await owner.getByText('Role changed').waitFor()
  await page.goto(`${service.address}${screens}/checks/${monitor}`)
  await page.getByRole('link', { name: 'Edit' }).waitFor()
  assert.equal(await statusOfRename(page, monitor), 200)
  await page.goto(`${service.address}${screens}/settings/members`)
  await page.getByText(guest.name).first().waitFor()
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
  await goTo(page, 'Checks')
  await page.getByRole('link', { name: 'Renamed' }).waitFor()

  await owner.getByRole('button', { name: `Remove ${guest.name}` }).click()
  const removal = owner.getByRole('dialog', { name: 'Delete this member?' })
  await removal.getByRole('textbox').fill('somebody else')
  await expect(removal.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await removal.getByRole('textbox').fill(guest.email)
  await removal.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(owner.getByRole('button', { name: `Remove ${guest.name}` })).toHaveCount(0)

  // Without a reload: whatever is asked for next is refused, and the screen says why.
  await goTo(page, 'Groups')
  await page.getByText('You are not a member of this account').waitFor()
  await expectAccessible(page, 'an account that is not one’s own any more')
  assert.equal(await statusOfRename(page, monitor), 403)
  await page.reload()
  await page.getByText('You are not a member of this account').waitFor()
})

/** What the server says to a person who goes past the buttons. */
async function statusOfRename(page: Page, checkId: string): Promise<unknown> {
  return await page.evaluate(`(async () => {
    const { csrfToken } = await (await fetch('/v1/session')).json()
    const answer = await fetch('/v1/checks/${checkId}', {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        'x-service-account': '${someCredentials.accountId}',
        'x-csrf-token': csrfToken,
      },
      body: JSON.stringify({ name: 'Renamed' }),
    })
    return answer.status
  })()`)
}
