import { fileOf, schemes, widths, type Shot } from './camera.ts'
import { promises } from './promises.ts'

/** A page that opens from the folder: what is promised and where it is seen, then every picture. */
export function writeIndexPage(shots: readonly Shot[]): string {
  const byName = new Map(shots.map((shot) => [shot.name, shot]))
  const rows = promises.map(({ number, title, shown }) => {
    const pictures = shown.map((name) => byName.get(name)).filter((shot) => shot !== undefined)
    return `<tr id="p${number}"><td>${number}<td>${title}<td>${pictures.map(picturesOf).join('<br>')}</tr>`
  })
  const all = shots.map((shot) => `<tr><td>${picturesOf(shot)}</tr>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of Sonde</title>
<style>body{font:14px system-ui;margin:24px}td{vertical-align:top;padding:4px 12px 4px 0;border-top:1px solid #ccc}</style>
<h1>Pictures of Sonde</h1>
<table>${rows.join('\n')}</table>
<h2>All</h2>
<table>${all.join('\n')}</table>
</html>`
}

function picturesOf(shot: Shot): string {
  const links = (shot.schemes ?? schemes).flatMap((scheme) =>
    (shot.widths ?? widths).map(
      (width) => `<a href="${fileOf(shot.name, scheme, width)}">${scheme} ${width}</a>`,
    ),
  )
  return `${shot.name}: ${links.join(' · ')}`
}
