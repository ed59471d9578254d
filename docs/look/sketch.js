// `?dark` in the address shows the dark colours.
if (location.search.includes('dark')) document.documentElement.dataset.theme = 'dark';
