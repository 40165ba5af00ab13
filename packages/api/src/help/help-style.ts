/** The colours of the web interface. */
export const helpStyle = `
:root{color-scheme:light dark;scroll-padding-top:1rem;
--page:light-dark(#f6f7f9,#0c0f13);--card:light-dark(#fff,#13171d);--raised:light-dark(#eff1f5,#1c222a);
--line:light-dark(#e2e6ec,#272e38);--edge:light-dark(#808b9a,#6d7888);--ink:light-dark(#13171d,#e8ecf2);
--soft:light-dark(#4f5968,#a6b0bd);--accent:light-dark(#2450d3,#8eb0ff);--fill:light-dark(#2450d3,#3763e6);
--wash:light-dark(#e9effd,#17233f)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:.9375rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
main:focus{outline:none}
.skip{position:absolute;left:-99rem;background:var(--card);padding:.5rem 1rem;z-index:1}
.skip:focus{left:0}
header{background:var(--card);border-bottom:1px solid var(--line)}
.bar{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;padding:.75rem 1.5rem;max-width:76rem;margin:0 auto}
.brand{display:flex;gap:.6rem;align-items:center;color:var(--ink);font-weight:600;text-decoration:none}
.brand svg{display:block}
form{display:flex;gap:.5rem;flex:1 1 16rem;max-width:30rem}
input{font:inherit;flex:1;min-width:0;height:2.25rem;padding:0 .65rem;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:6px}
button{font:inherit;font-weight:500;height:2.25rem;padding:0 .9rem;color:#fff;background:var(--fill);border:0;border-radius:6px;cursor:pointer}
.back{margin-inline-start:auto}
.body{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:2.5rem;max-width:76rem;margin:0 auto;padding:1.5rem 1.5rem 4rem}
.contents{font-size:.8125rem;line-height:1.4}
.contents h2{font-size:.75rem;font-weight:600;color:var(--soft);margin:1.25rem 0 .25rem}
.contents h2:first-child{margin-top:0}
.contents ul{list-style:none;margin:0;padding:0}
.contents a{display:block;padding:.25rem .5rem;margin-inline-start:-.5rem;color:var(--ink);text-decoration:none;border-radius:4px}
.contents a:hover{background:var(--raised)}
.contents a[aria-current]{background:var(--wash);color:var(--accent);font-weight:500}
main{max-width:50rem}
h1{font-size:1.375rem;line-height:1.75rem;letter-spacing:-.01em;margin:0 0 1rem}
main h2{font-size:1.0625rem;line-height:1.5rem;margin:2rem 0 .5rem}
main h3{font-size:.9375rem;margin:1.5rem 0 .5rem}
p,ul,ol,pre,.table{margin:.75rem 0}
li{margin:.25rem 0}
ul,ol{padding-inline-start:1.5rem}
.anchor{color:var(--soft);text-decoration:none;font-weight:400;opacity:0;padding:0 .25rem}
:hover>.anchor,.anchor:focus{opacity:1}
:target{background:var(--wash);box-shadow:0 0 0 .35rem var(--wash);border-radius:2px}
code{font:.875em ui-monospace,monospace;background:var(--raised);padding:.1em .3em;border-radius:4px;font-variant-ligatures:none}
pre{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;overflow-x:auto}
pre code{background:none;padding:0;overflow-wrap:normal;white-space:pre}
.table{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.8125rem;line-height:1.25rem}
th,td{text-align:start;vertical-align:top;padding:.4rem .75rem;min-width:6rem;overflow-wrap:break-word}
th{color:var(--soft);font-weight:600;white-space:nowrap}
thead+tbody tr td,tr+tr td{border-top:1px solid var(--line)}
.toc{border:1px solid var(--line);border-radius:8px;background:var(--card);padding:.5rem 1rem;font-size:.8125rem;margin:1rem 0}
.toc summary{cursor:pointer;font-weight:600}
.cards{list-style:none;padding:0;margin:.5rem 0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));gap:.75rem}
.cards li,.found>li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;margin:0}
.cards a,.found a{font-weight:500}
.cards p,.found p{margin:.25rem 0 0;color:var(--soft);font-size:.8125rem;line-height:1.25rem}
.found{list-style:none;padding:0;display:grid;gap:.75rem}
mark{background:none;color:var(--ink);font-weight:600}
.note{color:var(--soft)}
@media(max-width:59.9rem){.body{grid-template-columns:minmax(0,1fr);padding:1rem 1rem 3rem}.contents{display:none}.bar{padding:.75rem 1rem}input{font-size:1rem;height:2.75rem}button{height:2.75rem}.anchor{opacity:1}form{order:1;flex-basis:100%;max-width:none}}
@media(min-width:60rem){.all{display:none}}
@media print{header,.contents,.toc,.anchor{display:none}.body{display:block}}
`
