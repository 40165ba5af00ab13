import type { DashboardStatus } from './status-looks.ts'

/** Trouble is filled, everything else an outline, as in the interface: who sees no colours knows them by their shape. */
const shapes: Readonly<Record<DashboardStatus, string>> = {
  failed:
    '<rect class="shape__ground" x="2" y="2" width="16" height="16" rx="4"/><path class="shape__sign" d="M7 7l6 6M13 7l-6 6"/>',
  degraded:
    '<path class="shape__ground" d="M10 3L18 17H2z"/><path class="shape__sign" d="M10 8.5v4M10 15v.01"/>',
  passed: '<circle cx="10" cy="10" r="7.5"/><path d="M6.8 10.3l2.3 2.3 4.2-4.8"/>',
  'no-data': '<circle cx="10" cy="10" r="7.5" stroke-dasharray="2.5 3.4"/>',
}

/** For eyes only: the word stands beside it. */
export function shapeSvg(status: DashboardStatus): string {
  return `<svg class="shape" viewBox="0 0 20 20" aria-hidden="true">${shapes[status]}</svg>`
}

export const shapeStyle = `
.shape { width: 1em; height: 1em; flex: none; vertical-align: -.12em; fill: none; stroke: currentColor; stroke-width: 2;
  stroke-linecap: round; stroke-linejoin: round }
.shape__ground { fill: currentColor }
.shape__sign { stroke: var(--on-shape) }
`
