// On paper everything is light and nothing is folded away.
(() => {
  'use strict';
  let folded = [];
  addEventListener('beforeprint', () => {
    document.documentElement.classList.add('printing');
    folded = [...document.querySelectorAll('details:not([open])')];
    for (const d of folded) d.open = true;
  });
  addEventListener('afterprint', () => {
    document.documentElement.classList.remove('printing');
    for (const d of folded) d.open = false;
  });
})();
