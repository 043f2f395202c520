// Follows the changes of a page, or polls.
'use strict';
const find = id => document.getElementById(id);
const live = find('live');
let refresh = async () => {}, fetched = Date.now();
if (live && live.dataset.kinds) {
  let stream = null, timer = null, tag = null, busy = false, again = false, paused = false;
  const news = find('news'), pause = find('pause');
  const address = () => {
    const query = new URLSearchParams(location.search);
    query.delete('every');
    query.set('fragment', '1');
    return location.pathname + '?' + query;
  };
  const goals = () => new Map([...live.querySelectorAll('[data-match]')].map(
    item => [item.dataset.match, Number(item.dataset.goals)]));
  const path = node => {
    const steps = [];
    for (; node && node !== live; node = node.parentNode) {
      steps.unshift([...node.parentNode.children].indexOf(node));
    }
    return steps;
  };
  refresh = async () => {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch(address(), {headers: tag ? {'If-None-Match': tag} : {}, cache: 'no-store'});
      if (answer.status === 200) {
        tag = answer.headers.get('ETag');
        fetched = Date.now();
        const text = await answer.text(), before = goals();
        const focused = live.contains(document.activeElement) ? path(document.activeElement) : null;
        live.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes);
        if (focused) {
          let node = live;
          for (const step of focused) node = node && node.children[step];
          if (node) node.focus();
        }
        const scored = [...live.querySelectorAll('[data-match]')].filter(
          item => before.has(item.dataset.match) && Number(item.dataset.goals) > before.get(item.dataset.match));
        if (news && scored.length) news.textContent = scored.map(item => item.dataset.news).join('; ');
      }
    } catch { /* The next change or minute asks again. */ }
    busy = false;
    if (again) { again = false; refresh(); }
  };
  const close = () => {
    if (stream) stream.close();
    stream = null;
    clearInterval(timer);
    timer = null;
  };
  const poll = () => { if (!timer) timer = setInterval(refresh, 60000); };
  const open = () => {
    close();
    if (document.hidden || paused) return;
    let isOpen = false;
    stream = new EventSource('/api/v1/events?kind=' + encodeURIComponent(live.dataset.kinds));
    // What changed since the page was made is in no event.
    stream.onopen = () => { isOpen = true; clearInterval(timer); timer = null; refresh(); };
    stream.onerror = () => {
      isOpen = false;
      poll();
      // A browser does not come back by itself to a service that was busy.
      if (stream && stream.readyState === 2) setTimeout(open, 30000 + Math.random() * 30000);
    };
    for (const name of ['change', 'reset']) stream.addEventListener(name, refresh);
    stream.addEventListener('bye', poll);
    setTimeout(() => { if (!isOpen) poll(); }, 3000);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) close(); else { if (!paused) refresh(); open(); }
  });
  if (pause) {
    pause.hidden = false;
    pause.onclick = () => {
      paused = !paused;
      [pause.textContent, pause.dataset.other] = [pause.dataset.other, pause.textContent];
      if (paused) close(); else { refresh(); open(); }
    };
    for (const link of document.querySelectorAll('[data-plain]')) link.hidden = true;
  }
  open();
}
// Keeps presses, and sends them in order.
const store = 'podium.presses', presses = find('presses'), logout = find('logout');
if (logout) logout.addEventListener('submit', () => localStorage.removeItem(store));
if (presses) {
  const words = presses.dataset;
  let kept = {account: words.account, items: []}, sending = false, problem = '', said = [];
  try {
    const found = JSON.parse(localStorage.getItem(store));
    if (found && found.account === words.account) kept = found;
  } catch { /* What cannot be read is not ours. */ }
  const save = () => localStorage.setItem(store, JSON.stringify(kept));
  const show = () => {
    const waiting = kept.items.filter(item => !item.refused);
    const parts = waiting.length ? [waiting.length + ' ' + words.waiting + (problem ? '. ' + problem : '')] : [];
    presses.replaceChildren(...parts, ...said);
    const list = document.createElement('ul');
    for (const item of kept.items.filter(item => item.refused)) {
      const line = document.createElement('li'), button = document.createElement('button');
      line.append(words.refused + ': ' + item.label + '. ' + item.refused + ' ', button);
      button.textContent = words.remove;
      button.onclick = () => { kept.items = kept.items.filter(other => other !== item); save(); show(); };
      list.append(line);
    }
    if (list.children.length) presses.append(list);
  };
  const send = async () => {
    if (sending) return;
    sending = true;
    for (let item; (item = kept.items.find(item => !item.refused));) {
      let answer = null;
      // What a page of podium 0.2 kept is a command.
      const [address, options] = item.address
        ? [item.address + '&fragment=1', {body: new URLSearchParams(item.fields)}]
        : ['/api/v1/commands', {body: JSON.stringify(item.body),
          headers: {'Content-Type': 'application/json', 'Idempotency-Key': item.key}}];
      try {
        answer = await fetch(address, {method: 'POST', ...options});
      } catch { /* No network: tried again below. */ }
      const status = answer ? answer.status : 0;
      problem = status === 401 ? words.login : '';
      if ([0, 401, 409, 429].includes(status) || status >= 500) { setTimeout(send, 5000); break; }
      // What a press did that was done before was said then.
      const text = answer.redirected ? '' : await answer.text().catch(() => '');
      const parts = [...new DOMParser().parseFromString(text, 'text/html').body.children];
      if (answer.ok) {
        kept.items = kept.items.filter(other => other !== item);
        said = parts;
      } else {
        item.refused = parts.flatMap(part => [...part.childNodes]).map(node => node.textContent).join('. ') || status;
      }
      save();
      show();
      if (answer.ok) refresh();
    }
    sending = false;
    show();
  };
  const minute = () => {
    const now = find('now'), text = now && now.dataset.minute || '';
    const parts = /(\d+)(?:\+(\d+))?/.exec(text);
    if (!parts) return '';
    const gone = Math.floor((Date.now() - fetched) / 60000), base = Number(parts[1]);
    if (parts[2]) return base + '+' + (Number(parts[2]) + gone);
    const end = {'first half': 45, 'second half': 90, 'extra time 1': 105, 'extra time 2': 120}[now.dataset.state];
    return end && base <= end && base + gone > end ? end + '+' + (base + gone - end) : String(base + gone);
  };
  for (const details of document.querySelectorAll('details.press')) {
    details.addEventListener('toggle', () => {
      const field = details.querySelector('[name=w-minute]');
      if (details.open && field) field.value = minute();
    });
  }
  for (const form of document.querySelectorAll('form[data-press]')) {
    form.addEventListener('submit', event => {
      event.preventDefault();
      const fields = new FormData(form);
      if (fields.has('k-device')) fields.set('k-device', new Date().toISOString());
      fields.set('request_key', [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16)).join('-'));
      kept.items.push({label: form.dataset.press, address: form.getAttribute('action'), fields: [...fields]});
      save();
      form.closest('details').open = false;
      form.reset();
      const step = form.closest('[data-step]');
      if (step) {
        const next = document.querySelector('[data-step="' + (Number(step.dataset.step) + 1) + '"]');
        step.hidden = true;
        if (next) next.hidden = false;
      }
      [problem, said] = ['', []];
      show();
      send();
    });
  }
  addEventListener('online', send);
  show();
  send();
}
