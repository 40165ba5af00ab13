import { dashboardStyle } from './dashboard-style.ts'

/** Data that is so much older than it should be is called old. */
const lateSeconds = 60

/** Dark, and to be read from five metres: no text is smaller than 18 px at 1440 and 24 px at 1920. */
export function wallStyle(refreshSeconds: number | null): string {
  return (
    dashboardStyle + wallRules + (refreshSeconds === null ? '' : staleRules(refreshSeconds + lateSeconds))
  )
}

function staleRules(afterSeconds: number): string {
  return `
@keyframes stale { to { visibility: visible; position: static } }
.wall__stale { visibility: hidden; position: absolute; margin: 0; padding: .6rem 1rem; border-radius: 8px;
  background: #e5484d; color: #0c0f13; font-weight: 700; text-align: center;
  animation: stale 0s linear ${afterSeconds}s forwards }
`
}

const wallRules = `
:root { color-scheme: dark; --ground: #0c0f13; --card: #13171d; --text: #e8ecf2; --muted: #a6b0bd; --line: #272e38;
  --passing: #56cfb5; --degraded: #eab651; --failing: #ff8f8c; --on-shape: #0c0f13 }
.dashboard { padding: 0 }
.wall { display: flex; flex-direction: column; gap: 1rem; min-height: 100vh; padding: 1.4rem 1.75rem 1.1rem;
  font-size: 20px; line-height: 1.4; font-variant-numeric: tabular-nums }
.wall__head { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 2rem }
.wall__title { margin: 0; font-size: 1.6em; line-height: 1.25; overflow-wrap: anywhere }
.wall__totals { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin: 0 0 0 auto; padding: 0; list-style: none }
.wall__totals b { font-size: 1.7em; line-height: 1.2 }
.wall__clock { margin: 0; font-size: 2em; line-height: 1.1; font-weight: 600 }
.wall__clock small { font-size: .5em; color: var(--muted); font-weight: 400 }
.wall__failing, .wall__degraded { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 32rem), 1fr)); gap: 1rem }
.wall__rest { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16em), 1fr)); gap: .75rem; flex: 1;
  align-content: start }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .6rem .9rem; min-width: 0 }
.tile__line { display: flex; align-items: baseline; gap: .6rem }
.tile h2 { margin: 0; font-size: 1em; font-weight: 500; flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap }
.tile__figure { color: var(--muted); white-space: nowrap }
.tile__sign { font-weight: 700; color: var(--muted) }
.tile--passing .tile__sign { color: var(--passing) }
.tile--failure { background: #43161a; border: 2px solid #e5484d; padding: 1rem 1.3rem }
.tile--failure h2, .tile--failure .tile__for { font-size: 1.6em; font-weight: 600; line-height: 1.3 }
.tile--failure h2 { white-space: normal; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical;
  -webkit-line-clamp: 2 }
.tile--failure .tile__sign, .tile--failure .tile__words { color: var(--failing) }
.tile--failure .tile__sign { font-size: 1.6em }
.tile--failure .tile__words { font-size: 1.2em }
.tile--degraded { background: #32260b; border-color: #d4930f; padding: .75rem 1.3rem }
.tile--degraded h2, .tile--degraded .tile__for { font-size: 1.2em; font-weight: 600 }
.tile--degraded .tile__sign, .tile--degraded .tile__words { color: var(--degraded) }
.tile__for { white-space: nowrap }
.tile__words { margin: .1rem 0 0; overflow-wrap: anywhere }
.tile__reason { margin: .2rem 0 0; font-size: 1.2em; font-weight: 600; line-height: 1.35; overflow-wrap: anywhere;
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden }
.tile--failure .tile__reason { color: var(--failing) }
.tile--degraded .tile__reason { color: var(--degraded); font-size: 1em }
.tile__reason + .tile__words { font-size: 1em; color: var(--muted) }
.tile__bars { display: block; width: 100%; height: 1.1em; margin-top: .35rem }
.bar-failed { fill: #e5484d }
.bar-degraded { fill: #d4930f }
.bar-passed { fill: #237668 }
.bar-cap { fill: #3bb89f }
.bar-no-data { fill: #3a4450 }
.wall__foot { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; color: var(--muted); font-size: .93em; margin-top: auto }
.wall__legend { margin-right: auto }
/* What a wall cannot show without scrolling is not shown: many problems share the width, and say less each. */
@media (min-width: 75rem) {
  .wall__failing:has(> :nth-child(5)) { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .75rem }
  .wall__failing:has(> :nth-child(5)) .tile { padding: .6rem 1rem }
  .wall__failing:has(> :nth-child(5)) :is(h2, .tile__for, .tile__sign) { font-size: 1.3em }
  .wall__failing:has(> :nth-child(5)) .tile__reason { font-size: 1.05em; -webkit-line-clamp: 2 }
  .wall__failing:has(> :nth-child(5)) .tile__reason + .tile__words { display: none }
  .wall__failing:has(> :nth-child(7)) { grid-template-columns: repeat(4, minmax(0, 1fr)) }
  .wall__failing:has(> :nth-child(7)) :is(.tile__words, .tile__bars) { display: none }
  .wall__failing:has(> :nth-child(7)) .tile__reason { -webkit-line-clamp: 3 }
  .wall__failing:has(> :nth-child(9)) h2 { display: block; white-space: nowrap }
  .wall__failing:has(> :nth-child(9)) .tile { padding: .45rem 1rem }
  .wall__failing:has(> :nth-child(9)) .tile__reason { line-height: 1.25 }
  .wall__failing:has(> :nth-child(13)) .tile__reason { -webkit-line-clamp: 2 }
  .wall__failing:has(> :nth-child(17)) .tile__reason { display: block; white-space: nowrap; text-overflow: ellipsis }
  /* Reasons have the room that the bars of passing checks can spare. */
  .wall__failing:has(> :nth-child(9)) ~ .wall__rest .tile { padding: .35rem .9rem }
  .wall__failing:has(> :nth-child(9)) ~ .wall__rest .tile__bars { height: .6em; margin-top: .2rem }
  .wall__failing:has(> :nth-child(9)) :is(h2, .tile__sign) { font-size: 1.1em }
  .wall__failing:has(> :nth-child(7)) .tile__for { font-size: 1em }
  .wall__degraded--many { grid-template-columns: repeat(4, minmax(0, 1fr)); gap: .75rem }
  .wall__degraded--many .tile { padding: .5rem 1rem }
  .wall__degraded--many :is(h2, .tile__for) { font-size: 1em }
  .wall__degraded--many .tile__reason { line-height: 1.25; -webkit-line-clamp: 2 }
  .wall__degraded--many:has(> :nth-child(5)) .tile__reason, .wall__failing:has(> :nth-child(13)) ~ .wall__degraded--many .tile__reason {
    display: block; white-space: nowrap; text-overflow: ellipsis }
  .wall__degraded--many :is(.tile__words, .tile__bars) { display: none }
}
@keyframes alarm { from { outline-color: #e5484d } to { outline-color: transparent } }
.wall--alarm { outline: 10px solid transparent; outline-offset: -10px; animation: alarm 2s ease-out 1 }
@media (prefers-reduced-motion: reduce) { .wall--alarm { animation: none } }
@media (max-width: 47rem) { .wall { font-size: 15px; padding: .9rem 1rem } .wall__totals { margin-left: 0 } }
@media (min-width: 112rem) { .wall { font-size: 26px } }
`
