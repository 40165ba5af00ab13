import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { latestUpdatesOf } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import {
  deleteIncident,
  findIncident,
  findIncidentForUpdate,
  incidentsOfPages,
  servicesOfIncidents,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import { deleteServices } from '@sonde/store/status-pages/status-page-services.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { forEachEngine, type OpenedStore } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { addPage, addService, addSubscriber, waitingMails } from '../testing/status-pages.ts'
import { openAutoIncident, resolveAutoIncident } from './auto-incidents.ts'
import { notifySubscribers } from './subscribers/notify-subscribers.ts'
import { postUpdate } from './write-incident.ts'

const at = Date.UTC(2026, 3, 1, 12)
const publicUrl = 'https://sonde.example.net'

forEachEngine('automatic incidents', (engine) => {
  let opened: OpenedStore
  let store: Store
  before(async () => {
    opened = await engine.open()
    store = opened.store
  })
  after(() => opened.close())

  const newAccount = async () => (await addAccount(store)).id
  const triggerOf = (serviceId: string, notify = true) => ({
    serviceId,
    severity: 'CRITICAL' as const,
    name: 'Payments are down',
    description: 'Our check cannot reach them.',
    notifySubscribers: notify,
  })
  const open = (
    accountId: string,
    trigger: ReturnType<typeof triggerOf>,
    more: { excludedPageIds?: string[]; canMail?: boolean } = {},
  ) =>
    store.write((db) =>
      openAutoIncident(db, {
        accountId,
        checkId: randomUUID(),
        trigger,
        at,
        publicUrl,
        canMail: true,
        excludedPageIds: [],
        ...more,
      }),
    )
  const resolve = (accountId: string, incidentId: string, trigger: ReturnType<typeof triggerOf> | null) =>
    store.write((db) =>
      resolveAutoIncident(db, {
        accountId,
        incidentId,
        trigger,
        at: at + 90_000,
        publicUrl,
        canMail: true,
        cause: 'passed',
      }),
    )
  const statusesOf = async (incidentId: string) => {
    const updates = await latestUpdatesOf(store.read, { incidentIds: [incidentId], limit: 100 })
    return (updates.get(incidentId) ?? []).map(({ status }) => status)
  }
  async function openOne(accountId: string, trigger: ReturnType<typeof triggerOf>): Promise<string> {
    const id = await open(accountId, trigger)
    assert.ok(id !== null)
    return id
  }

  test('alerting case 54: an alert opens one incident, the recovery resolves it, both are told', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    const page = await addPage(store, accountId, { cards: [[service]] })
    const { id: subscriberId, token } = await addSubscriber(store, page, 'ann@example.net')
    const id = await openOne(accountId, triggerOf(service.id.toUpperCase()))
    const incident = await findIncident(store.read, { accountId, id })
    assert.ok(incident)
    assert.deepEqual(
      [incident.name, incident.severity, incident.lastStatus, incident.startedAt, incident.endedAt],
      ['Payments are down', 'CRITICAL', 'INVESTIGATING', at, null],
    )
    const services = await servicesOfIncidents(store.read, [incident])
    assert.deepEqual(
      services.get(id)?.map(({ name }) => name),
      ['Payments'],
    )

    assert.equal(await resolve(accountId, id, null), true)
    assert.deepEqual(await statusesOf(id), ['RESOLVED', 'INVESTIGATING'])
    assert.equal((await findIncident(store.read, { accountId, id }))?.endedAt, at + 90_000)

    const mails = await waitingMails(store, accountId)
    assert.match(mails.at(-1)?.mail.text ?? '', /\n\nThis incident has been resolved\.\n\n/)
    assert.deepEqual(
      mails.map(({ target, mail, lane, channelId, isExempt }) => [
        target,
        mail.subject,
        lane,
        channelId,
        isExempt,
      ]),
      [
        [
          'ann@example.net',
          '[Acme] Payments are down: Investigating',
          `subscriber/${subscriberId}`,
          null,
          true,
        ],
        ['ann@example.net', '[Acme] Payments are down: Resolved', `subscriber/${subscriberId}`, null, true],
      ],
    )
    assert.ok(mails[0]?.mail.text.includes(`${publicUrl}/status/${page.url}/unsubscribe/${token}`))
  })

  test('alerting case 54: what a person has resolved or deleted is left alone', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    const trigger = triggerOf(service.id)
    const resolved = await openOne(accountId, trigger)
    await store.write(async (db) => {
      const incident = await findIncidentForUpdate(db, { accountId, id: resolved })
      assert.ok(incident)
      const update = {
        status: 'RESOLVED',
        description: 'Done',
        publicAt: at + 1,
        notifySubscribers: false,
      } as const
      await postUpdate(db, { accountId, at: at + 1, publicUrl, canMail: true }, { incident, update })
    })
    assert.equal(await resolve(accountId, resolved, trigger), false)
    assert.deepEqual(await statusesOf(resolved), ['RESOLVED', 'INVESTIGATING'])

    const deleted = await openOne(accountId, trigger)
    await store.write((db) => deleteIncident(db, { accountId, id: deleted }))
    assert.equal(await resolve(accountId, deleted, trigger), false)
  })

  test('an incident whose update was dated ahead is resolved all the same', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    const id = await openOne(accountId, triggerOf(service.id))
    await store.write(async (db) => {
      const incident = await findIncidentForUpdate(db, { accountId, id })
      assert.ok(incident)
      const update = {
        status: 'MONITORING',
        description: 'm',
        publicAt: at + 240_000,
        notifySubscribers: false,
      } as const
      await postUpdate(db, { accountId, at: at + 1, publicUrl, canMail: true }, { incident, update })
    })
    assert.equal(await resolve(accountId, id, null), true)
    assert.equal((await findIncident(store.read, { accountId, id }))?.lastStatus, 'RESOLVED')
  })

  test('the recovery is told only to those who were told of the beginning', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    const page = await addPage(store, accountId, { cards: [[service]] })
    await addSubscriber(store, page, 'ann@example.net')
    const id = await openOne(accountId, triggerOf(service.id, false))
    // The check was edited meanwhile.
    await resolve(accountId, id, triggerOf(service.id, true))
    assert.deepEqual(await waitingMails(store, accountId), [])
  })

  test('SA 46: a page that a maintenance excludes shows no incident and tells nobody', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    const x = await addPage(store, accountId, { name: 'X', cards: [[service]] })
    const y = await addPage(store, accountId, { name: 'Y', cards: [[service]] })
    await addSubscriber(store, x, 'x@example.net')
    await addSubscriber(store, y, 'y@example.net')
    const id = await open(accountId, triggerOf(service.id), { excludedPageIds: [x.id] })
    assert.ok(id !== null)
    const shown = await incidentsOfPages(store.read, { pageIds: [x.id, y.id], limit: 50 })
    assert.deepEqual(shown.get(x.id), undefined)
    assert.deepEqual(
      shown.get(y.id)?.map((incident) => incident.id),
      [id],
    )
    await resolve(accountId, id, null)
    const targets = (await waitingMails(store, accountId)).map(({ target }) => target)
    assert.deepEqual(targets, ['y@example.net', 'y@example.net'])

    assert.equal(await open(accountId, triggerOf(service.id), { excludedPageIds: [x.id, y.id] }), null)
  })

  test('a service on no page has its incident, a service that is gone has none', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    assert.ok((await open(accountId, triggerOf(service.id), { excludedPageIds: [randomUUID()] })) !== null)
    await store.write((db) => deleteServices(db, [service]))
    assert.equal(await open(accountId, triggerOf(service.id)), null)
    assert.equal(await open(await newAccount(), triggerOf(service.id)), null)
  })

  test('without mail nothing waits to be sent', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    const page = await addPage(store, accountId, { cards: [[service]] })
    await addSubscriber(store, page, 'ann@example.net')
    assert.ok((await open(accountId, triggerOf(service.id), { canMail: false })) !== null)
    assert.deepEqual(await waitingMails(store, accountId), [])
  })

  test('a check that names its incidents with nothing, or with too much, still opens one', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    for (const [name, kept] of [
      ['', 'Incident'],
      ['n'.repeat(300), 'n'.repeat(255)],
    ] as const) {
      const id = await openOne(accountId, { ...triggerOf(service.id), name })
      assert.equal((await findIncident(store.read, { accountId, id }))?.name, kept)
    }
  })

  test('a maintenance is told on its pages, also to those of a page without services', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    const full = await addPage(store, accountId, { name: 'Full', cards: [[service], [service]] })
    const empty = await addPage(store, accountId, { name: 'Empty', cards: [[]] })
    const other = await addPage(store, accountId, { name: 'Other', cards: [[service]] })
    for (const page of [full, empty, other]) await addSubscriber(store, page, `${page.url}@example.net`)
    const told = await store.write((db) =>
      notifySubscribers(db, {
        accountId,
        at,
        publicUrl,
        canMail: true,
        update: {
          kind: 'maintenance',
          name: 'Upgrade',
          severity: null,
          status: 'SCHEDULED',
          text: 'We upgrade.',
          serviceIds: null,
          pageIds: [full.id, empty.id],
          excludedPageIds: [],
          namesServices: true,
        },
      }),
    )
    assert.equal(told, 2)
    const mails = await waitingMails(store, accountId)
    const texts = new Map(mails.map(({ target, mail }) => [target, mail.text]))
    assert.match(texts.get(`${full.url}@example.net`) ?? '', /Concerns: Payments\n/)
    assert.doesNotMatch(texts.get(`${empty.url}@example.net`) ?? '', /Concerns/)
  })

  test('a page with thousands of subscribers tells each of them once', async () => {
    const accountId = await newAccount()
    const service = await addService(store, accountId)
    const page = await addPage(store, accountId, { cards: [[service]] })
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      id: randomUUID(),
      page_id: page.id,
      address: `a${index}@example.net`,
      status: 'VERIFIED' as const,
      token: randomUUID(),
      created_at: 1,
      updated_at: null,
    }))
    await store.write(async (db) => {
      for (let from = 0; from < rows.length; from += 1_000) {
        const slice = rows.slice(from, from + 1_000)
        await db.insertInto('status_page_subscribers').values(slice).execute()
      }
    })
    await open(accountId, triggerOf(service.id))
    const targets = (await waitingMails(store, accountId)).map(({ target }) => target)
    assert.equal(targets.length, 3_000)
    assert.equal(new Set(targets).size, 3_000)
  })
})
