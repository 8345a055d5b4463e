import { hydrateRoot } from 'react-dom/client';
import { SupportPage } from './support-page';

hydrateRoot(document.querySelector('#app')!, <SupportPage />);
