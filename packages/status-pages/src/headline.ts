import type { PageView } from './page-view.ts'
import type { ServiceView } from './service-view.ts'
import { byWeight, isAffected, isKnown, worstOf } from './page-state.ts'
import { automaticWords, pageStateWords, stateWords } from './status-words.ts'

export type Headline = {
  /** What is to be read first. */
  title: string
  /** What else is affected, what of the rest is well, and of what nobody knows; empty when the title says it all. */
  rest: string
}

const mostNames = 3

/** Says how a page is, of no service more than is known of it. */
export function headlineOf(view: Pick<PageView, 'state' | 'services' | 'components'>): Headline {
  const { services } = view
  const isOfComponents = view.components !== null
  const known = services.filter(({ state }) => isKnown(state))
  const affected = services.filter(({ state }) => isAffected(state))
  const well = known.filter(({ state }) => state === 'OPERATIONAL')
  const inWork = affected.filter(({ state }) => state === 'MAINTENANCE')
  const noData = services.filter(({ state }) => state === 'NO_DATA')
  const unwatched = services.filter(({ state }) => state === 'NOT_MONITORED')
  // An incident of no service of the page may be worse than what its services have.
  const isOfServices = affected.length > 0 && worstOf(affected.map(({ state }) => state)) === view.state
  const further = affected.filter(
    ({ state }) => state !== 'MAINTENANCE' && !(isOfServices && state === view.state),
  )
  const furtherStates = [...new Set(further.map(({ state }) => state))].toSorted((a, b) => byWeight(b, a))
  return {
    title: isOfServices ? troubleOf(affected, { isOfComponents }) : titleOf(view, { services, well }),
    rest: [
      ...furtherStates.map(
        (state) =>
          `${troubleOf(
            further.filter((one) => one.state === state),
            { isOfComponents },
          )}.`,
      ),
      ...(affected.length > 0 && well.length > 0 ? [`${are(well)} operational.`] : []),
      ...(inWork.length > 0 && inWork.length < affected.length ? [`${are(inWork)} in maintenance.`] : []),
      ...(noData.length > 0 && known.length > 0 ? [`No data for ${listOf(noData)}.`] : []),
      ...(unwatched.length > 0 && services.length > unwatched.length
        ? [`${are(unwatched)} not monitored.`]
        : []),
    ].join(' '),
  }
}

function titleOf(
  { state }: Pick<PageView, 'state'>,
  { services, well }: { services: readonly ServiceView[]; well: readonly ServiceView[] },
): string {
  if (state !== 'OPERATIONAL') return pageStateWords[state]
  if (well.length === services.length) return pageStateWords.OPERATIONAL
  return `${well.length} of ${services.length} services ${well.length === 1 ? 'is' : 'are'} operational`
}

/** `Payments has a major outage`; of several the names, or how many they are. */
function troubleOf(
  affected: readonly ServiceView[],
  { isOfComponents }: { isOfComponents: boolean },
): string {
  const worst = worstOf(affected.map(({ state }) => state))
  const concerned = affected.filter(({ state }) => state === worst)
  const subject = listOf(concerned)
  if (worst === 'MAINTENANCE') return `${are(concerned)} in maintenance`
  // Of a component an incident says what it means for it, as checks do.
  const isOfChecks = isOfComponents || concerned.every(({ isAutomatic }) => isAutomatic)
  if (worst === 'MINOR' && isOfChecks) return `${are(concerned)} degraded`
  const words = (isOfChecks ? automaticWords : stateWords)[worst].toLowerCase()
  return `${subject} ${concerned.length === 1 ? 'has' : 'have'} a ${words}`
}

function are(services: readonly ServiceView[]): string {
  return `${listOf(services)} ${services.length === 1 ? 'is' : 'are'}`
}

function listOf(services: readonly ServiceView[]): string {
  const names = services.map(({ name }) => name)
  if (names.length > mostNames) return `${names.length} services`
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
