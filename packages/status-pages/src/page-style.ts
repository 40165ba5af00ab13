import { barRules } from './bar-drawing.ts'
import type { PageLook } from './page-look.ts'
import { shownDays } from './service-uptime.ts'

/** On a telephone, bars of all days would be too thin to be told apart. */
const narrowDays = 45
const share = shownDays / narrowDays

const rules = `
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
.w{max-width:54rem;margin:0 auto;padding:0 1rem}
.v{position:absolute}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
main:focus{outline:none}
.skip{position:absolute;left:-99rem;background:var(--card);padding:.5rem 1rem;z-index:1}
.skip:focus{left:0}
header{background:var(--head);border-bottom:1px solid var(--line)}
header .w{padding:1rem}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem 1rem}
.sub{color:var(--headtext);border:1px solid currentColor;border-radius:.35rem;padding:.3rem .8rem;text-decoration:none;font-weight:600}
.brand{color:var(--headtext);font-weight:700;font-size:1.35rem;text-decoration:none;display:inline-block;max-width:100%}
.brand img{display:block;max-width:100%;height:2.5rem;object-fit:contain}
h1,h2,h3{color:var(--title);line-height:1.25;margin:0}
h1{font-size:1.5rem}
h2{font-size:1.2rem;margin:2.25rem 0 .75rem}
h3{font-size:1rem}
p{margin:.4rem 0}
.intro,.c.intro{margin-top:1.25rem}
.t ul,.t ol{margin:.4rem 0;padding-inline-start:1.4rem}.t ul{list-style:disc}.t ol{list-style:decimal}
.t li,.u .t li{padding:0;margin:0;border:0}
.t>:first-child{margin-top:0}.t>:last-child{margin-bottom:0}
code{font:.9em ui-monospace,monospace;background:var(--bg);padding:.05em .3em;border-radius:.25rem}
p.t{white-space:pre-line}
.m,footer p{color:var(--muted);font-size:.875rem}
.c{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin:0 0 1rem}
.state{display:flex;gap:.75rem;align-items:center;margin:1.5rem 0 0;border-inline-start-width:.5rem;padding:1.1rem 1rem;background:color-mix(in srgb,var(--c) 14%,var(--card))}
.state .i{width:2rem;height:2rem;margin:0}
.i{width:1em;height:1em;flex:none;margin-inline-end:.35em;vertical-align:-.12em}
.k{fill:none;stroke:var(--card);stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.nd{--c:var(--nd)}.op{--c:var(--op)}.mai{--c:var(--mai)}.mi{--c:var(--mi)}.me{--c:var(--me)}.maj{--c:var(--maj)}.cr{--c:var(--cr)}
.h{fill:none;stroke:var(--muted);stroke-width:1.6;stroke-dasharray:2.4 1.9}
.nd,.op,.mai,.mi,.me,.maj,.cr{fill:var(--c);border-inline-start-color:var(--c)}
.l{pointer-events:none;fill:none;stroke:var(--c);stroke-dasharray:.7 .3}${barRules}
.e{border-inline-start-width:.35rem}
.r{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.1rem 1rem;align-items:baseline}
.r h3,.n{min-width:0}
.n{font-weight:600;color:var(--title)}
.s{font-size:.9rem}
ul,ol{list-style:none;margin:0;padding:0}
.sv li{padding:.85rem 0 .6rem;border-top:1px solid var(--line);overflow:hidden}
.c .sv{margin-top:.75rem}.c summary{cursor:pointer}.sv .sv{padding-left:1rem}.sv li:last-child{padding-bottom:0}
.b{display:block;width:100%;height:2rem;margin:.4rem 0 0}
#days rect{width:1px;height:32px;fill:none;pointer-events:all}
.ax{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;font-size:.8125rem;color:var(--muted);margin:.2rem 0 0}
.ax b{color:var(--text)}
.ax::before{content:"${shownDays} days ago"}.ax::after{content:"Today"}
.lg{display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.8125rem;color:var(--muted);padding-block:.25rem .5rem}
.lg i{display:inline-block;width:.3rem;height:.75rem;margin-inline-end:.35rem;vertical-align:-.1em;border-radius:1px;background:var(--c)}
@media(max-width:479px){.b{width:${share * 100}%;margin-left:-${(share - 1) * 100}%}.ax::before{content:"${narrowDays} days ago"}.ax span{order:-1;width:100%}}
.u li{padding:.6rem 0 0;margin:.6rem 0 0;border-top:1px solid var(--line)}
.u:first-child li:first-child{border:0;margin:0;padding:0}
.u p{margin:.1rem 0}
.up{margin:0 0 0 auto}
@media(max-width:639px){.state{flex-wrap:wrap}.state>div{flex:1}.up{width:100%}}
@media(min-width:640px){.u>li,.pd{display:grid;grid-template-columns:11.5rem 1fr;gap:0 1.25rem}.u>li>p .m{display:block}}
.c>:first-child{margin-top:0}.c>:last-child{margin-bottom:0}
.day{font-size:.875rem;font-weight:600;color:var(--muted);margin:0 0 .5rem}
.ev li{padding:.55rem 0;border-top:1px solid var(--line)}
.ev li:first-child{border-top:0;padding-top:0}.ev li:last-child{padding-bottom:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.75rem 0 0}
dt{color:var(--muted)}dd{margin:0}
label{display:block;font-weight:600}
.f{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.35rem}
input{font:inherit;flex:1 1 14rem;min-width:0;padding:.5rem .65rem;color:var(--text);background:var(--bg);border:1px solid var(--muted);border-radius:.35rem}
button{font:inherit;font-weight:600;padding:.5rem 1.1rem;border:1px solid transparent;border-radius:.35rem;background:var(--btn);color:var(--btntext);cursor:pointer}
footer.w{padding:1rem 1rem 3rem;margin-top:2rem}
nav{display:flex;flex-wrap:wrap;gap:.35rem 1.25rem}
nav a{color:var(--nav)}
@media print{.skip,form{display:none}}
`

const lightStates =
  '--nd:#C3CAD4;--op:#1C9A84;--mai:#7A5FD0;--mi:#C98200;--me:#BC4C00;--maj:#CB2431;--cr:#8E1030'
const darkStates =
  '--nd:#3A4450;--op:#3BB89F;--mai:#8069D6;--mi:#D4930F;--me:#F0883E;--maj:#E5484D;--cr:#FF5D8F'

/** The colours are known to be colours. */
export function pageStyle({ theme, colors }: PageLook): string {
  const light = `${variablesOf(colors.light)};${lightStates}`
  const dark = `${variablesOf(colors.dark)};${darkStates}`
  if (theme === 'LIGHT') return `:root{color-scheme:light;${light}}${rules}`
  if (theme === 'DARK') return `:root{color-scheme:dark;${dark}}${rules}`
  return `:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}${rules}`
}

function variablesOf(colors: PageLook['colors']['light']): string {
  return [
    `--bg:${colors.bodyBackgroundColor}`,
    `--head:${colors.headerBackgroundColor}`,
    `--headtext:${colors.headerFontColor}`,
    `--title:${colors.titleFontColor}`,
    `--text:${colors.bodyFontColor}`,
    `--muted:${colors.bodyFontColorMuted}`,
    `--nav:${colors.navigationFontColor}`,
    `--link:${colors.linkFontColor}`,
    `--card:${colors.cardBackgroundColor}`,
    `--line:${colors.borderColor}`,
    `--btn:${colors.primaryButtonBackgroundColor}`,
    `--btntext:${colors.primaryButtonFontColor}`,
  ].join(';')
}
