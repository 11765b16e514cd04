// Names the elements to which the keys of the window go.

export const COMPOSER_ID = 'composer'
export const SEARCH_ID = 'search-runs'
