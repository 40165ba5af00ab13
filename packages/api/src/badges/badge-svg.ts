import { escapeMarkup } from '@sonde/ground/escape-html.ts'
import type { BadgeStyle, BadgeTheme } from '@sonde/schema/checks/badge.ts'
import type { BadgeContent } from './badge-state.ts'
import { statusLooks } from './status-looks.ts'
import { hasKnownWidth, textWidth } from './text-width.ts'
import { visibleName } from './visible-name.ts'

type Colors = { label: string; labelText: string; outline: string }

const themeColors: Readonly<Record<BadgeTheme, Colors>> = {
  default: { label: '#555555', labelText: '#ffffff', outline: 'none' },
  light: { label: '#eaeef2', labelText: '#24292f', outline: '#d0d7de' },
  dark: { label: '#161b22', labelText: '#f0f6fc', outline: '#30363d' },
}

type Shape = {
  height: number
  radius: number
  padding: number
  gap: number
  fontSize: number
  letterSpacing: number
  weight: 'normal' | 'bold'
  isUpperCase: boolean
  gloss: readonly { offset: string; color: string; opacity: string }[]
}

const plain: Shape = {
  height: 20,
  radius: 3,
  padding: 6,
  gap: 0,
  fontSize: 11,
  letterSpacing: 0,
  weight: 'normal',
  isUpperCase: false,
  gloss: [],
}

const shapes: Readonly<Record<BadgeStyle, Shape>> = {
  flat: { ...plain, gloss: [gloss('0', '#ffffff', '.1'), gloss('1', '#000000', '.1')] },
  plastic: {
    ...plain,
    height: 18,
    radius: 4,
    gloss: [
      gloss('0', '#ffffff', '.3'),
      gloss('.1', '#cccccc', '.1'),
      gloss('.9', '#000000', '.2'),
      gloss('1', '#000000', '.3'),
    ],
  },
  'flat-square': { ...plain, radius: 0 },
  'for-the-badge': {
    ...plain,
    height: 28,
    radius: 0,
    padding: 10,
    fontSize: 10,
    letterSpacing: 1,
    weight: 'bold',
    isUpperCase: true,
  },
  social: { ...plain, radius: 4, gap: 5, weight: 'bold' },
}

function gloss(offset: string, color: string, opacity: string): Shape['gloss'][number] {
  return { offset, color, opacity }
}

/** Bold letters are about so much wider. */
const boldFactor = 1.13

/** An image without script, style, font or anything else to load. */
export function badgeSvg(
  content: BadgeContent,
  { style, theme }: { style: BadgeStyle; theme: BadgeTheme },
): string {
  const shape = shapes[style]
  const value = valueOf(content)
  const name = visibleName(content.name)
  const left = box(name, { shape, startsAt: 0 })
  const right = box(value, { shape, startsAt: left.width + shape.gap })
  const width = right.startsAt + right.width
  const { label, labelText, outline } = themeColors[theme]
  const color = statusLooks[content.status].color
  const { height, radius } = shape
  const title = escapeMarkup(`${name}: ${value}`)
  const fill = 'shape-rendering="geometricPrecision"'
  const joined =
    `<clipPath id="r"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath>` +
    `<g clip-path="url(#r)" ${fill}><rect width="${left.width}" height="${height}" fill="${label}"/>` +
    `<rect x="${right.startsAt}" width="${right.width}" height="${height}" fill="${color}"/>` +
    (shape.gloss.length === 0 ? '' : `<rect width="${width}" height="${height}" fill="url(#s)"/>`) +
    '</g>' +
    frame({ startsAt: 0, width }, shape, outline)
  const apart =
    `<g ${fill}><rect width="${left.width}" height="${height}" rx="${radius}" fill="${label}"/>` +
    `<rect x="${right.startsAt}" width="${right.width}" height="${height}" rx="${radius}" fill="${color}"/></g>` +
    frame({ startsAt: 0, width: left.width }, shape, outline)
  const stops = shape.gloss.map(
    ({ offset, color: stop, opacity }) =>
      `<stop offset="${offset}" stop-color="${stop}" stop-opacity="${opacity}"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" ` +
    `aria-label="${title}"><title>${title}</title>` +
    (stops.length === 0 ? '' : `<linearGradient id="s" x2="0" y2="100%">${stops.join('')}</linearGradient>`) +
    (shape.gap === 0 ? joined : apart) +
    `<g text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" ` +
    `font-size="${shape.fontSize}" font-weight="${shape.weight}">` +
    words(left, { shape, color: labelText }) +
    words(right, { shape, color: '#ffffff' }) +
    '</g></svg>\n'
  )
}

/** `textLength` is null where it is a guess. */
type Box = { text: string; startsAt: number; width: number; textLength: number | null }

function box(text: string, { shape, startsAt }: { shape: Shape; startsAt: number }): Box {
  const label = shape.isUpperCase ? text.toUpperCase() : text
  const scaled = (textWidth(label) * shape.fontSize) / plain.fontSize
  const bold = shape.weight === 'bold' ? scaled * boldFactor : scaled
  const isKnown = hasKnownWidth(label)
  // Letters are spaced by the length of the text.
  const wide = Math.ceil(bold + (isKnown ? shape.letterSpacing * label.length : 0))
  return { text: label, startsAt, width: wide + 2 * shape.padding, textLength: isKnown ? wide : null }
}

/**
 * `textLength` makes the text as wide as its box allows, whatever font draws it. Other scripts than this room knows the
 * widths of are drawn as they are: stretched, they would fall apart.
 */
function words(
  { text, startsAt, width, textLength }: Box,
  { shape, color }: { shape: Shape; color: string },
) {
  const baseline = Math.round(shape.height / 2 + shape.fontSize * 0.36)
  const lengthAttributes =
    textLength === null ? '' : ` textLength="${textLength}" lengthAdjust="spacingAndGlyphs"`
  return `<text x="${startsAt + width / 2}" y="${baseline}" fill="${color}"${lengthAttributes}>${escapeMarkup(text)}</text>`
}

function frame(
  { startsAt, width }: { startsAt: number; width: number },
  shape: Shape,
  color: string,
): string {
  if (color === 'none') return ''
  return (
    `<rect x="${startsAt + 0.5}" y="0.5" width="${width - 1}" height="${shape.height - 1}" ` +
    `rx="${shape.radius}" fill="none" stroke="${color}"/>`
  )
}

function valueOf({ status, responseTime }: BadgeContent): string {
  const { word } = statusLooks[status]
  return responseTime === null ? word : `${word} | ${Math.round(responseTime)} ms`
}
