/** How far the lines are from the edges of a chart: what stands above them on the same axis begins and ends there. */
export const plotLeftPx = 76
export const plotRightPx = 32
