/** The shop itself. It knows nothing of the chat but how to open it. */

const WARES = [
  ['Tall vase', '€48', '#c9b79c'],
  ['Breakfast bowl', '€22', '#93a89a'],
  ['Espresso cup', '€14', '#b98b73'],
  ['Serving plate', '€36', '#8797ad'],
  ['Teapot', '€64', '#a48fa5'],
  ['Salt cellar', '€12', '#c2a24f'],
];

document.querySelector('#wares').innerHTML = WARES.map(
  ([name, price, color]) =>
    `<div class="ware"><i style="background: radial-gradient(circle at 35% 30%, #fff8, transparent 55%), ${color}"></i><b>${name}</b><br><span>${price}</span></div>`,
).join('');

document.querySelector('#ask').addEventListener('click', () => {
  const chat = document.querySelector('adk-chat');
  chat.open = true;
  void chat.send('Where is my order?');
});

const sheet = await (await fetch('/site/shop.css')).text();
const [, hostile] = /hostile \*\/\n([\s\S]*?)\/\* end/.exec(sheet);
document.querySelector('#hostile').textContent = hostile;
