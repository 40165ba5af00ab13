import { shapeStyle } from './status-shapes.ts'

/** The names of the classes are those that people's own styles know: they stay. */
export const dashboardStyle = `${shapeStyle}
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #0c0f13);
  --card: light-dark(#ffffff, #13171d);
  --text: light-dark(#13171d, #e8ecf2);
  --muted: light-dark(#4f5968, #a6b0bd);
  --line: light-dark(#e2e6ec, #272e38);
  --on-shape: light-dark(#ffffff, #0c0f13);
  --shade: light-dark(#00000040, #ffffff55);
  --link: light-dark(#2450d3, #8eb0ff);
  --passing: light-dark(#07685a, #56cfb5);
  --degraded: light-dark(#7d4e00, #eab651);
  --failing: light-dark(#b01722, #ff8f8c);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
a { color: var(--link) }
a:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.dashboard { padding: 1.25rem clamp(.75rem, 3vw, 2.5rem) }
.dashboard--960px { max-width: 960px; margin: 0 auto }
.header { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.25rem; margin-bottom: 1rem }
.header__logo img { display: block; max-height: 3rem; max-width: 12rem }
.header__title { font-size: 1.6rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere }
.header__description { margin: 0; color: var(--muted); overflow-wrap: anywhere; white-space: pre-line }
.summary { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; padding: 0; list-style: none }
.bar { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 1.5rem; margin-bottom: 1rem }
.periods, .pagination { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem }
.periods a, .pagination a, .pagination span { padding: .3rem .65rem; border: 1px solid var(--line);
  border-radius: 6px; background: var(--card); text-decoration: none }
.periods a[aria-current], .pagination a[aria-current] { border-color: currentColor; font-weight: 700;
  text-decoration: underline }
.checks { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none }
.check { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--muted);
  border-radius: 8px; padding: .75rem 1rem; display: grid; gap: .5rem 1.5rem;
  grid-template-columns: minmax(0, 1fr) }
.check--passing { border-left-color: var(--passing) }
.check--degraded { border-left-color: var(--degraded) }
.check--failure { border-left-color: var(--failing) }
.check__name { font-size: 1rem; margin: 0; overflow-wrap: anywhere }
.check__group { color: var(--muted); font-weight: 400 }
.check__tags { display: flex; flex-wrap: wrap; gap: .25rem; margin: .25rem 0 0; padding: 0; list-style: none }
.check__tag { font-size: .8rem; padding: 0 .45rem; border: 1px solid var(--line); border-radius: 999px;
  overflow-wrap: anywhere }
.check__links { font-size: .875rem; margin: .25rem 0 0 }
.check__result { font-weight: 700; white-space: nowrap }
.check__result--passing { color: var(--passing) }
.check__result--degraded { color: var(--degraded) }
.check__result--failure { color: var(--failing) }
.check__result--unknown { color: var(--muted) }
.check__metrics { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: 0 }
.metric { min-width: 6.5rem }
.metric__name { color: var(--muted); font-size: .8rem }
.metric__value { margin: 0; font-size: 1.1rem; font-variant-numeric: tabular-nums }
.metric__of { display: block; font-size: .8rem; color: var(--muted); white-space: nowrap }
.metric__change { display: block; font-size: .8rem; color: var(--muted) }
.metric__change--better { color: var(--passing) }
.metric__change--worse { color: var(--failing) }
.check__metrics--empty { color: var(--muted) }
.check__periods { overflow-x: auto; position: relative; scrollbar-width: thin;
  background: linear-gradient(90deg, var(--card) 2rem, transparent) 0 0 / 3rem 100% no-repeat local,
    linear-gradient(270deg, var(--card) 2rem, transparent) 100% 0 / 3rem 100% no-repeat local,
    linear-gradient(90deg, var(--shade), transparent) 0 0 / 1rem 100% no-repeat,
    linear-gradient(270deg, var(--shade), transparent) 100% 0 / 1rem 100% no-repeat }
.check__periods:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.check__periods table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem }
.check__periods th, .check__periods td { padding: .25rem .9rem .25rem 0; text-align: left; vertical-align: top;
  white-space: nowrap; border-top: 1px solid var(--line) }
.check__periods .metric__of { display: inline }
.check__periods .metric__change { white-space: nowrap }
.active-incident, .past-incident { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: .75rem 1rem; margin: 0 0 .75rem; overflow-wrap: anywhere }
.active-incident { border-left: 5px solid var(--degraded) }
.active-incident--major { border-left-color: var(--failing) }
.active-incident--maintenance { border-left-color: var(--link) }
.incident__title { margin: 0; font-size: 1.1rem }
.incident__meta { color: var(--muted); margin: 0 }
.incident__update { margin: .5rem 0 0 }
.incident__update p, .incident__update ul, .incident__update ol { margin: .15rem 0 }
.incident__more { margin: .5rem 0 0 }
.incidents { margin-top: 2rem }
.empty { background: var(--card); border: 1px dashed var(--line); border-radius: 8px; padding: 1.5rem }
.footer { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: 1.5rem; color: var(--muted);
  font-size: .875rem }
.footer form { display: inline }
.footer button { font: inherit; color: var(--link); background: none; border: 0; padding: 0;
  text-decoration: underline; cursor: pointer }
.skip { position: absolute; left: -100vw }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .5rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (min-width: 56rem) {
  .check { grid-template-columns: minmax(0, 1fr) 9rem 24rem; align-items: center }
  .check__metrics { flex-wrap: nowrap }
  .check__periods { grid-column: 1 / -1 }
}
`
