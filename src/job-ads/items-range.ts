/** How many skills and questions an analysis has. */
export const ITEMS_MIN = 2;
export const ITEMS_MAX = 5;
